/** Whether a file found in a directory or an archive is taken for configuration; the others are named in a note. */
export const isConfigurationName = (name: string): boolean =>
  /\.(ya?ml|json|env)$|(^|\/)\.env\.[\w.-]+$/i.test(name);

/** Whether a name is that of an archive or of a compressed file. */
export const isArchiveName = (name: string): boolean =>
  /\.(zip|jar|tar|tgz|tbz2?|txz|t?gz|bz2|xz|zst|7z|rar|lz4)$/i.test(name);

/** Said of what is no configuration by its name, behind the name. */
export const NOT_READ = "not read, only .yaml, .yml, .json and .env files are";
