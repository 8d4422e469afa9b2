const latin: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', Æ: 'AE', ø: 'o', Ø: 'O', œ: 'oe', Œ: 'OE', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', þ: 'th', Þ: 'TH' },
  ...{
    '&': '+',
    '@': '(at)',
    _: '-',
    '–': '-',
    '—': '-',
    '‘': "'",
    '’': "'",
    '“': "'",
    '”': "'",
    '"': "'",
    '€': 'EUR',
  },
}

/**
 * A text in the characters that every bank of SEPA takes (EPC217-08), cut to a length. A text of which nothing is left, such as one
 * in Greek, becomes dots.
 */
export function sepaText(text: string, longest: number): string {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/gu, (sign) => latin[sign] ?? (/\s/u.test(sign) ? ' ' : '.'))
    .replaceAll(/\s+/g, ' ')
    .trim()
  // References that begin or end with a slash, or hold two in a row, are refused.
  return (
    plain
      .replaceAll(/\/{2,}/g, '/')
      .replace(/^[/ ]+/, '')
      .slice(0, longest)
      // Also where it was cut.
      .replace(/[/ ]+$/, '')
  )
}
