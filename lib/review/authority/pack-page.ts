import { SEVERITIES, type Severity } from "../vocabulary";
import type { Branch, Place } from "./by-need";
import type { AuthorityExecutor, AuthorityPage } from "./page";
import { isOpenPlace, type PlaceKey } from "./places";

/**
 * The page as it travels inside an HTML document, where every quote of a name is written twice: places
 * as plain text, executors as lists, a justification by its number. A review of a hundred executors
 * is a third of what its objects would be.
 */
export type PackedPage = Omit<AuthorityPage, "executors" | "byNeed"> & {
  executors: PackedExecutor[];
  /** For each branch the place of its executor in the list (-1: held by nobody) and its places. */
  branches: [number, string][];
  sums: { open: number; live: number; closed: number };
};
type PackedExecutor = [
  id: string,
  number: number,
  name: string,
  workload: string | null,
  container: string | null,
  role: AuthorityExecutor["role"],
  reason: string | null,
];

/** Packs the page. `unpackPage` gives the same page back. */
export function packPage({ executors, byNeed, ...rest }: AuthorityPage): PackedPage {
  const at = new Map(executors.map(({ id }, index) => [id, index]));
  const numberOf = new Map(rest.justifications.map(({ id, number }) => [id, number]));
  const { branches, ...sums } = byNeed;
  return {
    ...rest,
    executors: executors.map(({ id, number, name, workload, container, role, roleReason }) => [
      id,
      number,
      name,
      workload,
      container,
      role,
      roleReason,
    ]),
    branches: branches.map(({ id, places }) => [
      id === null ? -1 : (at.get(id) ?? -1),
      places.map((place) => packPlace(place, numberOf)).join(";"),
    ]),
    sums,
  };
}

function packPlace({ key, count, worst, ofPod }: Place, numberOf: Map<string, number>): string {
  const named = key.startsWith("need:") ? `J${numberOf.get(key.slice(5))}` : key;
  return `${named} ${count} ${SEVERITIES.indexOf(worst)} ${ofPod}`;
}

/** Gives a packed page back as it was. */
export function unpackPage({ executors: packed, branches, sums, ...rest }: PackedPage): AuthorityPage {
  const executors = packed.map(
    ([id, number, name, workload, container, role, roleReason]): AuthorityExecutor => ({
      id,
      number,
      name,
      workload,
      container,
      role,
      roleReason,
    }),
  );
  const idOf = new Map(rest.justifications.map(({ id, number }) => [number, id]));
  return {
    ...rest,
    executors,
    byNeed: {
      ...sums,
      branches: branches.map(([index, places]) => unpackBranch(executors[index]?.id ?? null, places, idOf)),
    },
  };
}

function unpackBranch(id: string | null, text: string, idOf: Map<number, string>): Branch {
  const places = text.split(";").flatMap((part): Place[] => {
    const [named = "", count, worst, ofPod] = part.split(" ");
    if (!named) return [];
    const key = named.startsWith("J") ? `need:${idOf.get(Number(named.slice(1))) ?? ""}` : named;
    return [
      {
        key: key as PlaceKey,
        count: Number(count),
        worst: SEVERITIES[Number(worst)] as Severity,
        ofPod: Number(ofPod),
      },
    ];
  });
  const sum = (some: Place[]) => some.reduce((total, place) => total + place.count, 0);
  return { id, places, open: sum(places.filter(({ key }) => isOpenPlace(key))), count: sum(places) };
}
