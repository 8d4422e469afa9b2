/** A label as it stands within a sentence: "Payment links" begins small, and "API keys" does not. */
export const inSentence = (label: string): string =>
  /^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
