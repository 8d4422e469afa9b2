/** A text that a spreadsheet program would run as a formula, as a pattern that PostgreSQL reads, too. */
export const formulaPattern = '^(?:[\\s\\u00a0\\ufeff]*[=+@\\uff1d\\uff0b\\uff0d\\uff20-]|[\\t\\r\\n])'

/** Marks a text that a spreadsheet program would run as a formula with an apostrophe. A number is none. */
export const guarded = (text: string): string => (formula.test(text) && !number.test(text) ? `'${text}` : text)

/** Takes the apostrophe off again, where a file that was given out was corrected and comes back. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text

const formula = new RegExp(formulaPattern)
const number = /^[+-]?\d+(?:[.,]\d+)*$/
