"use client";
import { usePathname, useRouter } from "next/navigation";
import { useState } from "react";
import { ReviewPage } from "@/components/frame/review-page";
import { MakePdf } from "@/components/report/make-pdf";
import { ReportContents } from "@/components/report/report-contents";
import { ReportData } from "@/components/report/report-data";
import { RevisionChoice } from "@/components/report/revision-choice";
import { Section } from "@/components/ui/section";
import type { Choice } from "@/lib/report/choice";
import { usePdf } from "./use-pdf";

/** Where a review leaves the tool: which revision, as a document or as data. */
export function ReportView({
  reviewId,
  choices,
  chosen,
  sheets,
}: {
  reviewId: string;
  choices: readonly Choice[];
  chosen: string;
  sheets: readonly { name: string; label: string }[];
}) {
  const router = useRouter();
  const path = usePathname();
  const [withHistory, setWithHistory] = useState(false);
  const pdf = usePdf(reviewId);
  const base = `/api/v1/reviews/${reviewId}`;
  return (
    <ReviewPage
      title="Report"
      lead="What was reviewed, found and decided, as a document that stands without Cordon."
    >
      <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div className="min-w-0">
          <Section title="Which revision">
            <RevisionChoice
              choices={choices}
              chosen={chosen}
              onChoose={(value) => router.replace(`${path}?revision=${value}`, { scroll: false })}
            />
          </Section>
          <Section title="As a document">
            <MakePdf
              state={pdf.state}
              withHistory={withHistory}
              onHistory={setWithHistory}
              onMake={() => pdf.make(chosen, withHistory)}
              onCancel={pdf.cancel}
            />
          </Section>
          <Section
            title="As data"
            description="The same revision for spreadsheets and programs. Cells that a spreadsheet would run are marked as text."
          >
            <ReportData
              json={`${base}/report.json?revision=${chosen}`}
              sheets={sheets.map(({ name, label }) => ({
                label,
                href: `${base}/report.csv?sheet=${name}&revision=${chosen}`,
              }))}
            />
          </Section>
        </div>
        <div className="min-w-0">
          <Section title="What is in it">
            <ReportContents withHistory={withHistory} />
          </Section>
        </div>
      </div>
    </ReviewPage>
  );
}
