"use client";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { counted } from "@/components/ui/count";
import { Field } from "@/components/ui/field";
import { FileDrop } from "@/components/ui/file-drop";
import { RadioGroup } from "@/components/ui/radio-group";
import { TextField } from "@/components/ui/text-field";
import { PROVENANCES, type Provenance } from "@/lib/review/vocabulary";

type SourceFile = { name: string; text: string };
export type Source = { files: SourceFile[]; environment: string; provenance: Provenance | null };

/** The bounds of the importer: 20 MiB a file, 100 MiB together. */
const FILE_BYTES = 20 * 1024 * 1024;
const ALL_BYTES = 100 * 1024 * 1024;
const ACCEPT = ".yaml,.yml,.json,.txt";
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
  const { files } = source;
  const several = files.length > 1;
  const take = async (chosen: FileList | null) => {
    const list = [...(chosen ?? [])];
    if (list.length === 0) return;
    const large = list.find(({ size }) => size > FILE_BYTES);
    if (large)
      return onError(
        `${large.name} is larger than 20 MiB. Split it, or leave out what does not matter here.`,
      );
    if (list.reduce((sum, { size }) => sum + size, 0) > ALL_BYTES)
      return onError("The files together are larger than 100 MiB. Import them in parts.");
    onError(null);
    const read = await Promise.all(
      list.map(async (file) => ({ name: file.webkitRelativePath || file.name, text: await file.text() })),
    );
    onChange({ ...source, files: read });
  };
  return (
    <div className="flex max-w-[880px] flex-col gap-5">
      {several ? (
        <div className="flex flex-col gap-1">
          <p className="font-medium">{counted(files.length, "file")}, read together as one system</p>
          <ul className="max-h-48 overflow-y-auto font-mono text-small">
            {files.map(({ name }) => (
              <li key={name} className="border-t py-1 break-words">
                {name}
              </li>
            ))}
          </ul>
          <div className="border-t pt-2">
            <Button size="small" onClick={() => onChange({ ...source, files: [] })}>
              Choose other files
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-col gap-2">
          <FileDrop
            label="Configuration"
            accept={ACCEPT}
            maxBytes={FILE_BYTES}
            value={files[0]?.text ?? ""}
            onChange={(text, name) => {
              onError(null);
              onChange({
                ...source,
                files: text ? [{ name: name ?? files[0]?.name ?? "pasted.yaml", text }] : [],
              });
            }}
            onError={onError}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button size="small" variant="quiet" onClick={() => input.current?.click()}>
              Several files…
            </Button>
            <span className="text-ink-3">
              Kubernetes objects as YAML or JSON, up to 20 MiB a file. Literal secrets are replaced before
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
              void take(event.target.files);
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
