/** Where "now" comes from; tests hand in a clock of their own. Times are Date, zone UTC. */
export type Clock = () => Date;

/** The computer's clock. */
export const systemClock: Clock = () => new Date();
