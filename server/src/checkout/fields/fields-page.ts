import type { Language } from '@kontor/contract/identity/session'
import { fieldsTexts } from './fields.texts.ts'

/** The files of a built script. */
export interface ScriptFiles {
  script: string
  styles: readonly string[]
}

export interface Looks {
  language: Language
  /** For as long as the page stands: the colours inside a gateway's frames could not follow. */
  scheme: 'light' | 'dark'
}

/** What the script of a page is told, as attributes of its body. */
interface Told {
  /** The origin to which alone the page speaks. */
  parent: string
  mode?: string
  values?: Readonly<Record<string, string>>
}

/** The page. Everything in it is text: a script finds values in attributes, and none stands in the page. */
export function fieldsPage(
  { language, scheme }: Looks,
  { script, styles }: ScriptFiles,
  told: Told,
  text = '',
): string {
  const { title } = fieldsTexts[language]
  return `<!doctype html>
<html lang="${language}" data-scheme="${scheme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${styles.map((file) => `<link rel="stylesheet" href="/${file}">`).join('\n')}
<script type="module" src="/${script}"></script>
</head>
<body data-parent="${escaped(told.parent)}" data-mode="${told.mode ?? ''}" data-values="${escaped(JSON.stringify(told.values ?? {}))}">
<main aria-label="${title}">${text && `<p class="notice" role="alert">${escaped(text)}</p>`}</main>
</body>
</html>
`
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '')
