/** What a `docker run` on a command line says: places in the list of its arguments. */
export type DockerRun = {
  image: number;
  options: { name: string; value: string; place: number }[];
};

/** Options that stand alone. Source: docs.docker.com, docker container run. */
const ALONE =
  /^(?:--(?:rm|init|interactive|tty|detach|privileged|read-only|no-healthcheck|publish-all|oom-kill-disable|sig-proxy|quiet|disable-content-trust|help)|-[itdPq]{1,5})$/;

/** Takes the arguments of docker, podman or nerdctl apart; null where they run no container. */
export function dockerRunOf(program: string, args: readonly string[]): DockerRun | null {
  if (!/^(?:docker|podman|nerdctl)(?:\.exe)?$/.test(program)) return null;
  let at = args.indexOf("run");
  if (at < 0) return null;
  const options: DockerRun["options"] = [];
  for (at += 1; at < args.length; at += 1) {
    const word = args[at]!;
    if (!word.startsWith("-")) return { image: at, options };
    const [, name, value] = /^(--?[A-Za-z][\w-]*)=([\s\S]*)$/.exec(word) ?? [];
    if (name !== undefined) options.push({ name, value: value ?? "", place: at });
    else if (ALONE.test(word)) options.push({ name: word, value: "true", place: at });
    else if (/^-[veupwhmlc]./.test(word))
      options.push({ name: word.slice(0, 2), value: word.slice(2), place: at });
    else {
      options.push({ name: word, value: args[at + 1] ?? "", place: at + 1 });
      at += 1;
    }
  }
  return null;
}
