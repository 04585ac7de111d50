"use client";
import Form from "next/form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";

/** The search stands in the address, so that it can be shared and works without a script. */
export function WhereElseForm({ text }: { text: string }) {
  return (
    <Form action="/week" scroll={false} className="flex max-w-[560px] gap-2">
      <TextField
        name="q"
        type="search"
        defaultValue={text}
        aria-label="What to search for"
        placeholder="runtime-socket, /var/run/docker.sock, registry.example/runner, webhook"
        maxLength={200}
        required
        className="min-w-0 flex-1"
      />
      <Button type="submit">Search</Button>
    </Form>
  );
}
