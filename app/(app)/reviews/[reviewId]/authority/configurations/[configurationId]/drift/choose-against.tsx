"use client";
import { usePathname, useRouter } from "next/navigation";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { ComparedConfiguration } from "@/lib/review/authority/configuration-drift";

/** Which other configuration is compared with; the choice stands in the address. */
export function ChooseAgainst({
  others,
  against,
}: {
  others: readonly ComparedConfiguration[];
  against: string | null;
}) {
  const router = useRouter();
  const pathname = usePathname();
  return (
    <div className="max-w-[360px]">
      <Field label="Compared with">
        <Select
          value={against}
          onChange={(id) => router.replace(`${pathname}?against=${id}`, { scroll: false })}
          placeholder="Choose a configuration…"
          options={others.map(({ id, number, environment, attachedAt }) => ({
            value: id,
            label: `Configuration ${number} · ${environment}`,
            hint: `Attached ${attachedAt.slice(0, 10)}`,
          }))}
        />
      </Field>
    </div>
  );
}
