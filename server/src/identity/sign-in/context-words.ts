/**
 * Words that everybody tries first here: those of the product and of who works with it. The names of the person and of
 * the merchant are added to them.
 */
const contextWords: readonly string[] = [
  ...['kontor', 'kontoradmin', 'kontorkontor', 'mykontor', 'mijnkontor', 'backoffice', 'psp'],
  ...['payment', 'payments', 'provider', 'betaling', 'betalingen', 'merchant', 'shop', 'winkel'],
  ...[
    'owner',
    'eigenaar',
    'finance',
    'support',
    'staff',
    'admin',
    'administrator',
    'beheer',
    'beheerder',
    'super',
    'user',
  ],
  ...['password', 'wachtwoord', 'welcome', 'welkom', 'login', 'secret', 'geheim'],
  ...['spring', 'summer', 'autumn', 'winter', 'lente', 'zomer', 'herfst'],
]

const lettersIn = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? []

/** True when all letters of a form of the password belong to such words, whatever digits and signs stand between them. */
export function isOfContext(forms: Iterable<string>, names: readonly string[]): boolean {
  const known = new Set([...contextWords, ...names.flatMap(lettersIn)])
  return [...forms].some((form) => {
    const words = lettersIn(form)
    return words.length > 0 && words.every((word) => known.has(word))
  })
}
