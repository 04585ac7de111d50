import type { Metadata } from "next";
import { found } from "@/app/(app)/found";
import { AuthorityTabs } from "@/components/authority/authority-tabs";
import { CaptureFacts } from "@/components/authority/capture-facts";
import { NoteList } from "@/components/authority/note-list";
import { ReviewPage } from "@/components/frame/review-page";
import { CodeBlock } from "@/components/ui/code-block";
import { count } from "@/components/ui/count";
import { Digest } from "@/components/ui/digest";
import { KeyValue } from "@/components/ui/key-value";
import { LinkButton } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { configurationDetail } from "@/lib/review/server/configurations-read";
import { PROVENANCES } from "@/lib/review/vocabulary";

export const metadata: Metadata = { title: "Configuration" };

/** How many lines of a file the page shows; the API gives all. */
const MOST_LINES = 400;

/** One configuration: where it comes from, what was remarked, and its redacted text. */
export default async function ConfigurationPage({
  params,
}: {
  params: Promise<{ reviewId: string; configurationId: string }>;
}) {
  const { reviewId, configurationId } = await params;
  const item = await found(configurationDetail(await requirePageActor(), reviewId, configurationId));
  return (
    <ReviewPage
      title={`Configuration ${item.number}`}
      lead={`What was deployed in ${item.environment}.`}
      actions={
        <LinkButton href={`/reviews/${reviewId}/authority/configurations/${configurationId}/drift`}>
          What changed
        </LinkButton>
      }
    >
      <AuthorityTabs reviewId={reviewId} current="configurations" />
      <div className="flex flex-col gap-6 pt-4">
        <div className="max-w-[640px]">
          <KeyValue
            items={[
              { key: "Provenance", value: PROVENANCES[item.provenance] },
              { key: "Format", value: item.format },
              { key: "Attached", value: <Time value={item.attachedAt} /> },
              { key: "By", value: item.attachedBy.name ?? "" },
              { key: "Capabilities", value: count(item.capabilities) },
              { key: "Configuration", value: <Digest value={item.configDigest} /> },
              { key: "Authority", value: <Digest value={item.authorityDigest} /> },
              { key: "Newest of its environment", value: item.isNewest ? "Yes" : "No" },
            ]}
          />
        </div>
        {item.capture ? (
          <Section
            title="What the capture says of itself"
            description="The word of whoever uploaded it; nothing rests on it."
          >
            <div className="max-w-[640px]">
              <CaptureFacts capture={item.capture} />
            </div>
          </Section>
        ) : null}
        <NoteList notes={item.remarks} />
        <Section
          title="Text"
          description="Literal secrets are replaced and comments are blank; lines are kept."
        >
          <div className="flex flex-col gap-4">
            {item.files.map(({ name, text }) => {
              const lines = text.split("\n");
              return (
                <div key={name}>
                  <CodeBlock code={lines.slice(0, MOST_LINES).join("\n")} label={name} />
                  {lines.length > MOST_LINES ? (
                    <p className="pt-1 text-ink-3">
                      The first {MOST_LINES} of {count(lines.length)} lines.
                    </p>
                  ) : null}
                </div>
              );
            })}
          </div>
        </Section>
      </div>
    </ReviewPage>
  );
}
