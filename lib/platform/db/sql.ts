/** A connection inside a transaction. Values go as parameters only; rows come as objects. */
export type Sql = {
  query<T>(text: string, values?: unknown[]): Promise<T[]>;
};
