import { Client } from "pg";
import { log } from "../log";

/** What PostgreSQL tells: an event of a review, or a change of who may see what in a workspace. */
export type Notification =
  | { kind: "review"; reviewId: string; seq: number }
  | { kind: "access"; workspaceId: string };

type Listener = (notification: Notification) => void;
type Connected = () => void;

/** How long to wait before connecting again, in milliseconds. */
const RETRY_MS = 500;

/**
 * One connection that listens, outside the pool (a pooled one would lose its LISTEN). It connects
 * again for as long as the process lives; `onConnected` lets subscribers read what they missed.
 */
export function listenForNotifications(onNotification: Listener, onConnected: Connected): void {
  const connect = async (): Promise<void> => {
    const client = new Client({
      connectionString: process.env.DATABASE_URL,
      application_name: "cordon-live",
    });
    let isOver = false;
    const again = (error?: Error) => {
      if (isOver) return;
      isOver = true;
      if (error) log.warn({ err: error }, "live: the database connection ended");
      client.removeAllListeners();
      client.on("error", () => {});
      client.end().catch(() => {});
      setTimeout(connect, RETRY_MS).unref();
    };
    client.on("error", again);
    client.on("end", () => again());
    client.on("notification", ({ channel, payload = "" }) => {
      const said = parsed(channel, payload);
      if (said) onNotification(said);
    });
    try {
      await client.connect();
      await client.query("LISTEN cordon_event");
      await client.query("LISTEN cordon_access");
      onConnected();
    } catch (error) {
      again(error as Error);
    }
  };
  void connect();
}

function parsed(channel: string, payload: string): Notification | null {
  if (channel === "cordon_access") return { kind: "access", workspaceId: payload };
  const [reviewId, seq] = payload.split(":");
  return reviewId && seq ? { kind: "review", reviewId, seq: Number(seq) } : null;
}
