/** Finished HTML. Made by `html` only, so that text never gets in unescaped. */
export class Markup {
  constructor(readonly text: string) {}
}

type MarkupPart = string | number | Markup | MarkupPart[] | null | false

/** Values are escaped unless they are markup; lists are joined, null and false are left out. */
export function html(strings: TemplateStringsArray, ...parts: MarkupPart[]): Markup {
  return new Markup(strings.map((text, index) => text + (index < parts.length ? render(parts[index]!) : '')).join(''))
}

function render(part: MarkupPart): string {
  if (part === null || part === false) return ''
  if (part instanceof Markup) return part.text
  if (Array.isArray(part)) return part.map(render).join('')
  return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
