/**
 * Answers that say nothing (CAP-02), in the languages that reviewers write in; compared without
 * case, punctuation and white space around them.
 */
const PLACEHOLDERS = new Set(
  `needed|need|is needed|it is needed|needed by app|needed by the app|needed by application|needed for app|required|is required|it is required|required by app|required by the app|requirement|necessary|mandatory
n/a|na|none|nothing|not applicable|not available|null|nil|undefined|unknown|no idea|dunno|idk
tbd|tba|tbc|todo|to do|to be done|to be defined|to be determined|to be decided|fixme|later|wip|pending|in progress|draft|placeholder|lorem ipsum|xxx|xx|x|yyy|asdf|foo|bar|test|testing|abc
standard|default|by default|normal|usual|as usual|common|typical|best practice|business need|business reason|business requirement|legacy|historical|always been there|it works|it just works|works
as above|see above|same as above|same|ditto|idem|see below|as below|as discussed|see ticket|see docs|see documentation|see code|see wiki
yes|no|ok|okay|fine|good|done|accepted|approved|allowed|reviewed|limited|it is limited|secure|safe|trusted|internal|internal only|internal use
notwendig|nötig|benötigt|erforderlich|wird benötigt|siehe oben|wie oben|keine|keiner|unbekannt|offen|später|entfällt|ja|nein
nécessaire|requis|obligatoire|voir ci-dessus|idem ci-dessus|aucun|aucune|inconnu|à définir|à faire|oui|non|sans objet
necesario|necesaria|requerido|requerida|ver arriba|ninguno|ninguna|por definir|pendiente|desconocido|sí|si|no aplica
necessário|necessária|obrigatório|ver acima|nenhum|nenhuma|a definir|sim|não|não se aplica
necessario|necessaria|richiesto|vedi sopra|nessuno|da definire|non applicabile
nodig|vereist|zie boven|geen|onbekend|nvt|n.v.t
необходимо|нужно|требуется|см. выше|нет|да
wymagane|potrzebne|jak wyżej|brak
必要|需要|同上|无|なし|必須|未定|필요|없음`
    .split(/[|\n]/)
    .map((word) => bare(word)),
);

/** How many characters of punctuation and white space a name may have around it, or lack. */
const MOST_AROUND = 20;

/** A text without case and without what stands around its letters and digits. */
function bare(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
}

/**
 * Whether a text says nothing: a placeholder, only punctuation, or the name of what it should
 * explain. An empty text is no placeholder; that is another rule's.
 *
 * @param ownNames titles and ids of what the text is about.
 */
export function isPlaceholder(text: string | null, ownNames: Iterable<string> = []): boolean {
  if (text === null || text.trim() === "") return false;
  const words = bare(text);
  if (words === "" || PLACEHOLDERS.has(words)) return true;
  for (const name of ownNames) {
    // Only what is about as long can be the same: covered rows are many, and normalising costs.
    if (Math.abs(name.length - text.length) <= MOST_AROUND && bare(name) === words) return true;
  }
  return false;
}
