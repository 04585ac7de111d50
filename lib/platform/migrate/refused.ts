/** Why a database cannot be used by this version; the message is one sentence for the operator. */
export class MigrationRefused extends Error {
  override readonly name = "MigrationRefused";
}
