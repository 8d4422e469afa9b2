const mostRemembered = 2_000

/** Names under which bodies hold secrets and personal data. They are compared in small letters, without separators. */
const secret = new RegExp(
  [
    // How somebody signs in, and how a message is proved.
    'password|passwd|secret|token|apikey|authorization|cookie|signature|cryptogram|cavv',
    // Cards and accounts, and what lets somebody charge them.
    'cardnumber|cvc|cvv|securitycode|^encrypted|storedpaymentmethod|recurringdetailreference|iban|accountnumber|^blik(code)?$',
    'consumeraccount|mandate|agreement|^paymentdata$|redirectresult|threedsresult|^(pan|md|pareq|pares|payload)$',
    // Persons.
    'accountholder|payername',
    'ownername|holdername|^cardholder|consumername|shoppername|customername|customerreference|^customerid$|firstname|lastname|email|phone|dateofbirth',
    'socialsecurity|^ip$|ipaddress',
    // What is searched for may be a name or an e-mail address (`_search`).
    '^search$',
    // An address of ours that is a secret itself.
    'webhookurl',
  ].join('|'),
)
/** `shopperIP` and `customer_ip`, but not `zip`. */
const address = /[a-z]I[pP]$|[_-]ip$/
const secretBelow =
  /token$|mandate|agreement|storedpaymentmethod|^paymentdata$|^shoppername$|^billingdetails$|^(billing|shipping)address$|^blik$/
const keptBelow = /^(status|state|type|amount|value|currency|currencycode)$/

/** A value under such a name is masked. An object is judged by its own names: `authorization` may be that of a payment. */
export const isSecret = remembered((name) => {
  const word = lastWord(name)
  return secret.test(plain(word)) || address.test(word)
})

/** Everything below such a name is masked, also in objects, */
export const isSecretBelow = remembered((name) => secretBelow.test(plain(lastWord(name))))
/** except values that say how it stands. */
export const isKeptBelow = (name: string): boolean => keptBelow.test(plain(lastWord(name)))

/** The last word of a name such as `additionalData.cardHolder`, `billing_details[email]` or `tokens[0]`. */
const lastWord = (name: string): string => /([^.[\]]+)(?:\[\d*\]|\]|\.\d+)*$/.exec(name.slice(-100))?.[1] ?? name

const plain = (word: string) => word.toLowerCase().replace(/[^a-z]/g, '')

/** Most names are those of our own answers, and come again and again. */
function remembered(judge: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined) return before
    const is = judge(name)
    if (known.size < mostRemembered && isSimple(name)) known.set(name, is)
    return is
  }
}

/** True for a name that is a word, and can hold nothing else. */
export function isSimple(name: string): boolean {
  return name.length <= 40 && /^[A-Za-z_-]*$/.test(name) && !name.includes('whsec_')
}
