"use client";
import { useRef } from "react";
import { filesTaken, mayBeCapture, type Source } from "@/components/authority/source";
import { Button } from "@/components/ui/button";
import { counted } from "@/components/ui/count";
import { Field } from "@/components/ui/field";
import { FileDrop } from "@/components/ui/file-drop";
import { RadioGroup } from "@/components/ui/radio-group";
import { TextField } from "@/components/ui/text-field";
import { PROVENANCES, type Provenance } from "@/lib/review/vocabulary";

const ACCEPT = ".yaml,.yml,.json,.env,.txt,.zip,.tar,.tgz,.gz";
const HINTS: Record<Provenance, string> = {
  captured: "For example kubectl get deploy,sa,netpol -o yaml. Only this says what really runs.",
  rendered: "What helm template or kustomize build gives.",
  template: "A file from a repository, as somebody wrote it.",
};

/** Where a configuration comes from: its text, its environment, its provenance. */
export function SourceForm({
  source,
  environments,
  errors,
  onChange,
  onError,
}: {
  source: Source;
  environments: readonly string[];
  errors: Partial<Record<"files" | "environment" | "provenance", string>>;
  onChange: (source: Source) => void;
  onError: (message: string | null) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const { files, left } = source;
  const isList = files.length > 1 || left.length > 0 || files[0]?.archive !== undefined;
  const take = async (chosen: readonly File[]) => {
    if (chosen.length === 0) return;
    const taken = await filesTaken(chosen);
    if ("refused" in taken) return onError(taken.refused);
    onError(null);
    onChange({ ...source, ...taken });
  };
  return (
    <div className="flex max-w-[880px] flex-col gap-5">
      {isList ? (
        <div className="flex flex-col gap-1">
          <p className="font-medium">{counted(files.length, "file")}, read together as one system</p>
          <ul className="max-h-48 overflow-y-auto font-mono text-small">
            {files.map(({ name }) => (
              <li key={name} className="border-t py-1 break-words">
                {name}
              </li>
            ))}
          </ul>
          {left.length > 0 ? (
            <p className="border-t pt-2 break-words text-ink-2">
              {counted(left.length, "file is", "files are")} not read, only .yaml, .yml, .json and .env files
              are: {left.slice(0, 10).join(", ")}
              {left.length > 10 ? ` and ${left.length - 10} more` : ""}.
            </p>
          ) : null}
          <div className="border-t pt-2">
            <Button size="small" onClick={() => onChange({ ...source, files: [], left: [] })}>
              Choose other files
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-col gap-2">
          <FileDrop
            label="Configuration"
            accept={ACCEPT}
            value={files[0]?.text ?? ""}
            onChange={(text) => {
              onError(null);
              onChange({ ...source, files: text ? [{ name: files[0]?.name ?? "pasted.yaml", text }] : [] });
            }}
            onFiles={(chosen) => void take(chosen)}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button size="small" variant="quiet" onClick={() => input.current?.click()}>
              Several files…
            </Button>
            <Button size="small" variant="quiet" onClick={() => folder.current?.click()}>
              A folder…
            </Button>
            <span className="text-ink-3">
              Text up to 20 MiB a file, or a .zip, .tar.gz or .tar of it. Literal secrets are replaced before
              anything is stored.
            </span>
          </div>
          <input
            ref={input}
            type="file"
            accept={ACCEPT}
            multiple
            hidden
            aria-label="Several configuration files"
            onChange={(event) => {
              void take([...(event.target.files ?? [])]);
              event.target.value = "";
            }}
          />
          <input
            // React knows no word for it; every browser does.
            ref={(element) => {
              folder.current = element;
              element?.setAttribute("webkitdirectory", "");
            }}
            type="file"
            multiple
            hidden
            aria-label="A folder of configuration files"
            onChange={(event) => {
              void take([...(event.target.files ?? [])]);
              event.target.value = "";
            }}
          />
        </div>
      )}
      {errors.files ? (
        <p role="alert" className="text-red">
          {errors.files}
        </p>
      ) : null}
      {mayBeCapture(source) ? (
        <p className="text-ink-2">
          What <code>cordon collect</code> packed says itself where it comes from: leave these empty to take
          its word, and see it in the preview.
        </p>
      ) : null}
      <div className="grid gap-6 sm:grid-cols-2">
        <Field
          label="Environment"
          description="Each environment has one newest configuration; the next one is compared with it."
          error={errors.environment}
        >
          <TextField
            value={source.environment}
            onChange={(environment) => onChange({ ...source, environment })}
            placeholder="production"
            list="known-environments"
            autoComplete="off"
          />
          <datalist id="known-environments">
            {environments.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </Field>
        <div className="flex flex-col gap-1">
          <RadioGroup
            label="Where it comes from"
            value={source.provenance}
            onChange={(provenance) => onChange({ ...source, provenance })}
            options={Object.entries(PROVENANCES).map(([value, label]) => ({
              value: value as Provenance,
              label,
              hint: HINTS[value as Provenance],
            }))}
          />
          {errors.provenance ? (
            <p role="alert" className="text-red">
              {errors.provenance}
            </p>
          ) : null}
        </div>
      </div>
    </div>
  );
}
