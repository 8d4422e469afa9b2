import { isIP } from 'node:net'
import { replaceCardNumbers } from '@kontor/contract/texts/card-number'
import { isSecret } from './secret-keys.ts'

export const mask = '•••'

/** Masks what is recognized by its form, whatever name it stands under: in the values of a body, and in any other text. */
export function maskedForms(text: string): string {
  if (text.length < 60 && isIP(text.trim()) !== 0) return mask
  let masked = text
  if (masked.includes('_'))
    masked = masked.replace(gatewayToken, (_, kind?: string, of?: string) => (kind ?? of ?? '') + mask)
  if (masked.includes('eyJ')) masked = masked.replace(webToken, mask)
  if (masked.includes('@') || masked.includes('%40')) masked = masked.replace(mailAddress, mask)
  if (masked.includes('pay')) masked = masked.replace(payerAddress, `$1${mask}`)
  if (masked.includes('mollie.com')) masked = masked.replace(gatewayPage, `$1${mask}`)
  if (masked.includes('processornotification')) masked = masked.replace(notificationAddress, `$1${mask}`)
  masked = masked.replace(pairOfAddress, maskedPair).replace(credential, `$1 ${mask}`)
  return withoutCardNumbers(withoutIbans(masked))
}

/** Masks card numbers: the first six and last four digits stay. */
export const withoutCardNumbers = (text: string): string =>
  replaceCardNumbers(text, (digits) => `${digits.slice(0, 6)}${'•'.repeat(digits.length - 10)}${digits.slice(-4)}`)

// Each of these is bounded, or begins with what cannot repeat, so that a body of any size is read in linear time.
// A gateway's word, such as `card_declined`, has no digit.
const gatewayToken =
  /((?:pm|src|card|ba|tok|mdt|mandate|sk_live|sk_test|rk_live|rk_test)_|_secret_)(?=[A-Za-z]{0,40}\d)[A-Za-z0-9]{8,}|(whsec_)[A-Za-z0-9+/=]{8,}/g
/** An address of ours at which a payer pays or goes on. Whoever has it may come in his place. */
const payerAddress = /(pay(?:\/|%2F)(?:(?:return|action)(?:\/|%2F))?)[\w-]{40,100}/g
/** A page of Mollie at which a payer pays: the word behind its kind is all that opens it. */
const gatewayPage = /(mollie\.com(?:\/|%2F)(?:checkout|payscreen|paymentscreen)(?:\/|%2F))[\w/%-]{1,300}/g
/** An address of ours at which a gateway reports, behind the id of a processor or merchant. */
const notificationAddress = /(processornotification(?:\/|%2F)[\w-]{1,100}(?:\/|%2F))[\w-]{1,100}/g
const webToken = /eyJ[\w-]{10,}(?:\.[\w-]+)*/g
const mailAddress = /[A-Za-z0-9._'+-]{1,64}(?:@|%40)[A-Za-z0-9.-]{1,255}\.[A-Za-z]{2,24}/g
const credential = /\b(Bearer|Basic) +[\w.~+/=-]{6,}/g

/** A pair of an address or a form inside of a text, from its equals sign on. */
const pairOfAddress = /=(?<=([\w.[\]%-]{1,100})=)[^&\s;,"'<>#]+/g
const maskedPair = (whole: string, name: string) => (isSecret(decoded(name)) ? `=${mask}` : whole)

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

// How long the IBANs of a country are (SWIFT's registry). A reference that only looks like one has another length or sum.
const lengths = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24
  FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32
  LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24
  RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .trim()
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)
const likeIban = /[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){11,30}/g

function withoutIbans(text: string): string {
  let masked = ''
  let kept = 0
  likeIban.lastIndex = 0
  for (let found = likeIban.exec(text); found; found = likeIban.exec(text)) {
    const end = endOfIban(text, found.index)
    if (end !== undefined) {
      masked += text.slice(kept, found.index) + mask
      kept = end
    }
    // Another one may begin inside of what only looked like one.
    likeIban.lastIndex = end ?? found.index + 1
  }
  return masked + text.slice(kept)
}

function endOfIban(text: string, begin: number): number | undefined {
  const length = lengths.get(text.slice(begin, begin + 2).toUpperCase())
  if (length === undefined || isInsideWord(text, begin)) return undefined
  let letters = ''
  let at = begin
  while (letters.length < length && at < text.length) {
    const character = text[at] ?? ''
    if (/[A-Za-z0-9]/.test(character)) letters += character.toUpperCase()
    else if (!/[ -]/.test(character)) return undefined
    at += 1
  }
  if (letters.length < length || /[A-Za-z0-9]/.test(text[at] ?? '')) return undefined
  return sumOf(letters.slice(4) + letters.slice(0, 4)) === 1 ? at : undefined
}

/** The letter of an escape such as `\n` belongs to no word. */
const isInsideWord = (text: string, at: number) => /[A-Za-z0-9]/.test(text[at - 1] ?? '') && text[at - 2] !== '\\'

/** The remainder by 97, letters counted from A = 10 (ISO 13616). */
const sumOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => {
    const value = Number.parseInt(letter, 36)
    return (sum * (value > 9 ? 100 : 10) + value) % 97
  }, 0)
