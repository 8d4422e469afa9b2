/** What a text of a welcome mail may name in square brackets; each invitation puts its own values there. */
export const welcomePlaceholders = ['name', 'merchant', 'enter_password_button', 'url', 'url_forgot_password'] as const
export type WelcomePlaceholder = (typeof welcomePlaceholders)[number]

export const mostWelcomeContent = 5000

/** A part of a paragraph: words, or the place of a value. */
export type WelcomePart = string | { readonly placeholder: WelcomePlaceholder }

/** The paragraphs of a text, which empty lines divide. A button is a paragraph of its own, wherever it was typed. */
export function welcomeParagraphs(content: string): WelcomePart[][] {
  return content
    .split(/\n\s*\n|(\[enter_password_button\])/)
    .map((text) => (text ?? '').trim())
    .filter((text) => text !== '')
    .map(partsOf)
}

const written = new RegExp(`\\[(${welcomePlaceholders.join('|')})\\]`)

// Splitting by a group gives words and names in turn.
const partsOf = (text: string): WelcomePart[] =>
  text
    .split(written)
    .map((part, at) => (at % 2 === 1 ? { placeholder: part as WelcomePlaceholder } : part))
    .filter((part) => part !== '')

/** Each text needs one of these: no other part of the mail leads to the page that sets the password. */
export const leadsToPassword = /\[(?:url|enter_password_button)\]/

/** True when every word in brackets is a placeholder. Brackets around several words stay as they are typed. */
export const hasKnownPlaceholders = (content: string): boolean =>
  [...content.matchAll(/\[(\w+)\]/g)].every(([, name]) => welcomePlaceholders.some((known) => known === name))

/** The text that a new mail begins with, and that an installation begins with for merchants' users. */
export const welcomeTemplate = {
  nl: `Hallo [name], welkom! Je kunt nu met Kontor de betalingen van [merchant] beheren. Stel eerst je wachtwoord in:

[enter_password_button]

De link is 24 uur geldig en werkt één keer. Is hij verlopen? Vraag dan op de aanmeldpagina met “Wachtwoord vergeten” een nieuwe aan.

Wij raden je aan om daarna aanmelden in twee stappen in te stellen.`,
  'en-US': `Hello [name], welcome! You can now manage the payments of [merchant] in Kontor. Set your password first:

[enter_password_button]

The link is valid for 24 hours and works once. If it has expired, use “Forgot password” on the sign-in page to get a new one.

We recommend that you set up multi-factor authentication afterwards.`,
}

/** The values of a preview, and the label of the button, which is the same in every mail. */
export const welcomeExample = {
  nl: { merchant: 'Kaashandel De Wit', button: 'Wachtwoord instellen' },
  'en-US': { merchant: 'Wit Cheese Shop', button: 'Set your password' },
}
