"use client";
import { createParser, parseAsString, useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";
import type { WorksheetView } from "@/components/worksheet/types";
import {
  filtersFromText,
  filtersToText,
  sortFromText,
  sortToText,
  wordsFromText,
  wordsToText,
} from "@/components/worksheet/view-url";

function listOf<T>(parse: (text: string) => T[], serialize: (list: T[]) => string) {
  return createParser({ parse, serialize, eq: (a, b) => serialize(a) === serialize(b) });
}

const words = listOf<string>(wordsFromText, wordsToText);
const PARSERS = {
  q: parseAsString.withDefault(""),
  sort: listOf(sortFromText, sortToText).withDefault([]),
  filters: listOf(filtersFromText, filtersToText).withDefault([]),
  group: words.withDefault([]),
  hidden: words,
  row: parseAsString,
  selected: words.withDefault([]),
};

const URL_KEYS = { filters: "filter", hidden: "hide", selected: "sel" } as const;

/** Above this many the selection would not fit an address; it then only lasts as long as the page. */
const MOST_IN_URL = 100;

/** A worksheet's view, held by the address. `preset` is what an address without a word about it means. */
export function useWorksheetView(preset?: Partial<Pick<WorksheetView, "group" | "sort">>): {
  view: WorksheetView;
  setView: (patch: Partial<WorksheetView>) => void;
} {
  const presetGroup = preset?.group;
  const presetSort = preset?.sort;
  const parsers = useMemo(
    () => ({
      ...PARSERS,
      ...(presetGroup ? { group: words.withDefault(presetGroup) } : {}),
      ...(presetSort ? { sort: PARSERS.sort.withDefault(presetSort) } : {}),
    }),
    [presetGroup, presetSort],
  );
  const [state, setState] = useQueryStates(parsers, { urlKeys: URL_KEYS, history: "replace", shallow: true });
  const setView = useCallback(
    (patch: Partial<WorksheetView>) => {
      const bounded = patch.selected && patch.selected.length > MOST_IN_URL;
      void setState(
        bounded ? { ...patch, selected: [] } : { ...patch, ...(patch.q === "" ? { q: null } : {}) },
      );
    },
    [setState],
  );
  return { view: state as WorksheetView, setView };
}
