import { type ReadColumn, ReadTable } from "@/components/review/read-table";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import type { PolicyVersionView, PolicyView } from "@/lib/signoff/policy-view";
import { termsInWords } from "@/lib/signoff/terms-words";

/** The former versions of a policy: what was asked, since when, by whom it was set. */
export function PolicyVersions({ policy }: { policy: PolicyView }) {
  if (policy.versions.length === 0) return null;
  const names = new Map(policy.approvers.map(({ id, name }) => [id, name]));
  const columns: ReadColumn<PolicyVersionView>[] = [
    { id: "version", header: "Version", width: "72px", isName: true, cell: ({ version }) => version },
    {
      id: "terms",
      header: "Terms",
      cell: (row) =>
        termsInWords(row, names)
          .map(({ key, value }) => `${key}: ${value.charAt(0).toLowerCase()}${value.slice(1)}`)
          .join(" · "),
    },
    {
      id: "set",
      header: "Set",
      width: "168px",
      cell: ({ setBy, setAt }) => (
        <>
          {setBy}, <Time value={setAt} precision="day" />
        </>
      ),
    },
  ];
  return (
    <Section
      title="Versions"
      description="A revision that was submitted under one version is decided under the tighter of that and the present one."
    >
      <ReadTable
        label="Versions"
        columns={columns}
        rows={policy.versions}
        keyOf={({ version }) => String(version)}
      />
    </Section>
  );
}
