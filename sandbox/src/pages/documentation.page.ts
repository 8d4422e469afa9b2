import type { FastifyInstance } from 'fastify'
import { toldLaterPrefix } from '../accounts.ts'
import { exchangeRateFiles } from '../exchange-rates.ts'
import { closeWord, payeeRules, slowWord } from '../payees.ts'
import { numberOf } from '../payments/behaviour/card-numbers.ts'
import {
  amountRules,
  cancelledByMerchant,
  cardRules,
  daysToRespond,
  productsTakenAtOnce,
  productsWithoutCard,
  productsWithPage,
  ruleAmounts,
  verdictWords,
} from '../payments/behaviour/rules.ts'
import { scoreLimit, scoreRules } from '../score.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'
import { mischiefs } from '../settlement-mischief.ts'
import { html } from './html.ts'
import { sendPage } from './page.ts'

export function documentationPage(app: FastifyInstance, { settings, publicUrl }: Services) {
  app.get('/', (_request, reply) =>
    sendPage(
      reply,
      'Sandbox processor',
      html`${introduction(publicUrl())}${endpoints()}${toldLater(settings)}${cards()}${amounts(settings)}${rest(settings)}${score(publicUrl())}${payees(publicUrl())}${settlements(settings)}${rates(publicUrl())}`,
    ),
  )
}

const introduction = (url: string) => html`
<h1>Sandbox processor</h1>
<p>A payment processor that moves no money. It approves, declines, delays, fails, settles and charges back by the rules
on this page. Amounts are integers in minor units.</p>
<h2>Start</h2>
<p>Make an account, then send its API key with every request. Making it again changes it.</p>
<pre>curl -X PUT ${url}/v1/accounts/shop -H 'content-type: application/json' -d '{
  "api_key": "choose-one", "notification_url": "https://example.com/notifications",
  "notification_secret": "whsec_bm90IGEgc2VjcmV0IGZvciByZWFsIHVzZQ=="}'

curl ${url}/v1/payments -H 'authorization: Bearer choose-one' -H 'content-type: application/json' -d '{
  "reference": "order-1", "amount": 1999, "currency_code": "EUR", "payment_product": "card",
  "card_token": "test_visa", "capture": true, "merchant_reference": "Order 1"}'</pre>`

const calls = [
  [
    'PUT /v1/accounts/{account}',
    '{api_key, notification_url, notification_secret}',
    'Makes or changes an account. No key needed.',
  ],
  ['GET /v1/account', '', 'Names the account of the API key.'],
  [
    'POST /v1/payments',
    '{reference, amount, currency_code, payment_product, card_token?, capture, merchant_reference, payer_present?, return_url?, store_card?, three_d_secure?, metadata?}',
    'Authorizes; with capture: true captures too.',
  ],
  ['POST /v1/payments/{id}/capture', '{reference, amount, currency_code}', 'Once, up to the authorized amount.'],
  ['POST /v1/payments/{id}/void', '{reference, amount, currency_code}', 'Before capture only.'],
  [
    'POST /v1/payments/{id}/refunds',
    '{reference, amount, currency_code, payment?: {amount, merchant_reference}}',
    'All refunds together never exceed the captured amount.',
  ],
  [
    'GET /v1/operations/{reference}',
    '',
    'What became of a payment, capture, void, refund, cancellation or answer to a chargeback; 404 if the reference was never seen.',
  ],
  [
    'GET /v1/payments?since={instant}&after={payment id}&limit=',
    '',
    'The payments in which something happened since then, in the order of ids: with their metadata, their operations and their chargebacks.',
  ],
  [
    'POST /v1/cancels',
    '{reference, payment_reference, amount, currency_code, bars_later?}',
    'Cancels the payment with that reference, for who was never told its id; with bars_later: true what arrives under it later is refused too.',
  ],
  [
    'POST /v1/resumes',
    '{reference, payment_id?, redirect_result?, amount, currency_code}',
    'Lets the decision of a payer who came back count, where the card says so; gives the payment. redirect_result is the redirectResult that the payer brought.',
  ],
  [
    'GET /v1/books?after={payment id}&limit=',
    'POST /v1/settlements',
    'GET /v1/settlements?after={batch}',
    'GET /v1/settlements/{batch}',
    '',
    'What each payment came to, in the order of ids: authorized, taken, given back, its operations, and how many operations began under each reference.',
  ],
  [
    'PUT /v1/chargebacks/{id}/evidence/{reference}',
    'the file: application/pdf, image/jpeg or image/png',
    'Hands in evidence. The same file again changes nothing. Its name in x-file-name, percent-encoded.',
  ],
  [
    'POST /v1/chargebacks/{id}/accept',
    '{reference, amount, currency_code, payment?: {id, amount, merchant_reference}}',
    'Lets the payer have the money: LOST.',
  ],
  [
    'POST /v1/chargebacks/{id}/dispute',
    '{reference, amount, currency_code, payment?, explanation?, evidence: [reference]}',
    'IN_DISPUTE, and later WON or LOST. Until the day of respond_by.',
  ],
  ['POST /v1/chargebacks/{id}/resolve', '{status}', 'Moves a chargeback to IN_DISPUTE, WON, LOST or CANCELLED.'],
] as const

const endpoints = () => html`
<h2>Endpoints</h2>
<div class="wide"><table><thead><tr><th>Request<th>Body<th>What it does</thead><tbody>
${calls.map(([call, body, says]) => html`<tr><td><code>${call}</code><td><code>${body}</code><td>${says}`)}
</tbody></table></div>
<p>The <code>reference</code> is yours and makes a request safe to repeat: the same reference with the same body gives the
same answer and no second work; with another body it is refused with 409. What the sandbox understands and will not do is
answered 422 with <code>{code, message}</code>. A payment that is declined is answered 200 with
<code>status: "DECLINED"</code>.</p>
<p>A payment id that begins with <code>prior_</code> and is unknown is taken on trust once: at a refund as captured in full
with <code>payment.amount</code>, at a capture or void as authorized for the amount of that request.</p>
<p>A cancellation has no effect on what is declined or over. It voids an authorization, also one that was captured at once,
as long as no capture was asked for separately and nothing was given or charged back, and it ends what is
<code>PENDING</code> or <code>ACTION_REQUIRED</code>: that payment is <code>CANCELLED</code>, ${cancelledByMerchant}. Its own
status is <code>AUTHORIZATION_VOIDED</code>, or <code>FAILED</code>: <code>unknown_payment_reference</code>,
<code>already_captured</code>, <code>already_voided</code> or <code>not_authorized</code>.</p>
<p>An answer that is given again has the header <code>Idempotent-Replayed: true</code>. Where the answer says
<code>not_begun</code>, with the seconds to wait in <code>retry-after</code>, nothing was done and nothing is kept.</p>`

const toldLater = (settings: Settings) => html`
<h2>Accounts that are told later</h2>
<p>An API key that begins with <code>${toldLaterPrefix}</code> makes an account that is treated as most real gateways treat
their callers. A payment is answered as everywhere. Every other request that is accepted is answered with
<code>status: "PENDING"</code>, which says only that it was received; its outcome comes by notification alone,
${seconds(settings.pending_for_ms)} later, and <code>PENDING</code> is not notified. Every look-up is refused with 422,
<code>no_look_up</code>.</p>
<p>There a reference is an idempotency key that lives ${seconds(settings.key_life_ms)}, by a clock that
<code>POST /v1/clock</code> with <code>{passed_ms}</code> moves. Within that time the same request is given the first answer
again, another is refused with 409, <code>reference_reused</code>, and while the first is under way every other is refused with
409, <code>reference_in_use</code>. After that time the reference is forgotten: the same request is <em>a new operation, and
the money moves twice</em>. <code>GET /v1/books</code> counts the operations under each reference.</p>`

const cards = () => html`
<h2>Test cards</h2>
<div class="wide"><table><thead><tr><th>card_token<th>Card<th>Number<th>What happens</thead><tbody>
${cardRules.map(
  ({ token, card, says }) => html`<tr><td><code>${token}</code>
<td>${card.brand} ${card.bin}…${card.last_four}, ${card.expiry_month}/${card.expiry_year}, ${card.funding} of ${card.issuer_country}, ${card.holder}<td><code>${numberOf(card)}</code><td>${says}`,
)}
<tr><td>any other<td><td><td>declined: unknown_card
</tbody></table></div>
<p>People type a number, with any expiry date to come and any security code, into the fields at
<code>/cards/new?origin=</code>, framed by the page at that origin. The frame posts <code>card:height</code> and
<code>card:enter</code>, is posted <code>{type: "card:submit"}</code>, and posts <code>{type: "card:token", token}</code>,
<code>card:invalid</code> or <code>card:failed</code>. <code>GET /v1/card-field</code> tells its address. With
<code>store_card: true</code> the card of a payment comes with its token. An approved card payment says in
<code>three_d_secure</code> how its payer was authenticated: AUTHENTICATED, ATTEMPTED or NOT_TRIED. <code>POST /v1/cards/revoke</code> with
<code>{reference, card_token}</code> makes the vault forget such a card: what is charged to it afterwards is refused, <code>card_revoked</code>.
With <code>store_agreement: true</code> an approved PayPal payment comes with <code>{agreement: {token}}</code>,
by which its payer is charged later: <code>agreement_token</code>. The test tokens themselves are everybody's and cannot be revoked. A <code>descriptor</code> of a payment is what its
payer finds on the statement: at most 22 characters.</p>
<p>With <code>payer_present: true</code> these ask the payer on a page of the sandbox first:
${productsWithPage.map((product) => html`<code>${product}</code> `)}</p>
<p>With <code>three_d_secure: "required"</code> beside it, a card that would be approved asks its payer too.
<code>GET /v1/cards/{card_token}</code> tells <code>{brand, bin, last_four, issuer_country, funding, holder}</code> of a card before it is charged; 404,
<code>unknown_card</code>, if there is none.</p>
<p>Without a card these are approved, as is every other product but <code>card</code>:
${productsWithoutCard.map((product) => html`<code>${product}</code> `)}</p>
<p>These take the money at once, and <code>capture: false</code> is refused, <code>capture_only_at_once</code>:
${productsTakenAtOnce.map((product) => html`<code>${product}</code> `)}</p>`

const amounts = (settings: Settings) => html`
<h2>Amounts with a rule</h2>
<p>From ${ruleAmounts.from} to ${ruleAmounts.to} the last two digits choose a rule, for payments, captures, voids, refunds
and cancellations alike. It goes before the rule of the card. All other amounts are ordinary. A fault in the reply is for the request that did
the work: the same request again is answered plainly.</p>
<div class="wide"><table><thead><tr><th>Amount<th>What happens</thead><tbody>
${amountRules.map(({ ending, says }) => html`<tr><td><code>${ruleAmounts.from + ending}</code><td>${says}`)}
</tbody></table></div>
<p>Pending takes ${seconds(settings.pending_for_ms)}; a slow answer ${seconds(settings.slow_reply_ms)}; a late notification
${seconds(settings.late_notification_ms)}; an answer that never comes keeps the connection open for
${seconds(settings.hold_ms)} at most. What succeeds all the same does so ${seconds(settings.late_success_after_ms)} after its
failure, unless its money went another way meanwhile. What fails after its success does so
${seconds(settings.undo_after_ms)} after it, a capture only while nothing of it was given or charged back. All of this is
notified, found by look-ups and in the books.</p>`

const rest = (settings: Settings) => html`
<h2>Statuses</h2>
<p>Payment: <code>AUTHORIZED</code>, <code>PENDING</code>, <code>ACTION_REQUIRED</code> (send the payer to
<code>redirect_url</code>, and some with <code>redirect_fields</code> to be sent there as a form, from where the payer comes back to the <code>return_url</code> of the order), <code>DECLINED</code>, <code>CANCELLED</code>,
<code>ABANDONED</code> (not authenticated within ${seconds(settings.abandon_after_ms)}), <code>SETTLEMENT_REQUESTED</code>,
<code>SETTLEMENT_COMPLETED</code> (${seconds(settings.settle_after_ms)} later), <code>AUTHORIZATION_VOIDED</code>.
Capture and void: the last three, <code>PENDING</code>, <code>FAILED</code>. A payment whose settled capture failed is
<code>FAILED</code> too.
Refund: <code>PROCESSED</code>, <code>PENDING</code>, <code>FAILED</code>.</p>
<h2>Notifications</h2>
<p>Every status of every operation is sent to the notification_url, signed by Standard Webhooks
(<code>webhook-id</code>, <code>webhook-timestamp</code>, <code>webhook-signature</code>), as
<code>{type, timestamp, data}</code>. The type is <code>payment</code>, <code>refund</code> or <code>chargeback</code>; the
data are what the look-up of the operation gives. What is not answered 2xx is sent again, with the same id and a new
timestamp, up to ${settings.notify_attempts} times, first after ${seconds(settings.notify_retry_ms)} and then after twice as
long each time.</p>
<p>What a shop's own system would be told can be sent to <a href="/shop"><code>/shop</code></a>, which shows it and verifies
its signature. The shop also takes payments, with an API key of a merchant.</p>
<h2>Chargebacks</h2>
<p>Opened ${seconds(settings.chargeback_after_ms)} after settlement, with <code>{id, payment_id, reference, amount,
currency_code, reason, reason_code, status: "OPEN", respond_by}</code>, where reference is that of the payment and respond_by
is ${daysToRespond} days on. From <code>OPEN</code> to <code>IN_DISPUTE</code>, <code>LOST</code> or <code>CANCELLED</code>;
from <code>IN_DISPUTE</code> to <code>WON</code>, <code>LOST</code> or <code>CANCELLED</code>. One that is still
<code>OPEN</code> after respond_by is <code>LOST</code>.</p>
<p>An accepted chargeback is <code>LOST</code> at once. A disputed one is decided ${seconds(settings.dispute_for_ms)} later:
<code>WON</code> with at least one piece of evidence or with <code>${verdictWords.WON}</code> in the explanation,
<code>LOST</code> without, or with <code>${verdictWords.LOST}</code> in it. The rules of amounts above go for both answers too.
An id that begins with <code>prior_</code> and is unknown is taken on trust once, with the payment that the answer names,
whose id begins so as well: its notifications carry the reference of that answer.</p>`

const score = (url: string) => html`
<h2>A score</h2>
<p><code>POST ${url}/score</code> stands for a service that is asked about a payment before its processor is. It answers by a
word in the merchant_reference, and blocks an amount of ${scoreLimit} or more; of any other payment it says nothing.
<code>POST ${url}/outcome</code> takes copies of outcomes.</p>
<ul>${scoreRules.map(({ word, says }) => html`<li><code>${word}</code>: ${says}`)}</ul>`

const payees = (url: string) => html`
<h2>Names of holders</h2>
<p>A bank that says whether a name is that of the holder of an account. POST ${url}/v1/payee-checks with {iban, name}
gives {result, suggested_name?}: MTCH, CMTC (close), NMTC (no match) or NOAP (no answer). No key needed. Every name
matches, except by these words in it.</p>
<ul>
<li>${closeWord}: the name is close, and the answer suggests it without the word</li>
${payeeRules.map(({ word, says }) => html`<li>${word}: ${says}</li>`)}
<li>${slowWord}: the answer comes after ten seconds</li>
</ul>`

const settlements = (settings: Settings) => html`
<h2>Settlements</h2>
<p><code>POST /v1/settlements</code> closes a batch for each day (UTC, by the sandbox's clock) of all settled payments, refunds and
chargebacks that are in none, and gives the number of the last, or null. <code>GET /v1/settlements/{batch}</code> is its file (CSV, amounts in minor units), with the fees of each
line and what is paid out per currency.</p>
<p><code>PUT /v1/settlements/mischief</code> <code>{mischief: [${mischiefs.join(', ')}]}</code> lets each of these be done to a
payment of its own in the next batches of the account: it is left out, is there twice, has an amount or fees that are too high,
is followed by one that nobody knows, has another currency, has no reference but the merchant's, or is charged back in the same file
before its chargeback is told (${seconds(settings.late_notification_ms)} later; a payment that has one already, or was not captured after
all, is passed over).</p>`

const rates = (url: string) => html`
<h2>Exchange rates</h2>
<p>Units for one euro in the format of the European Central Bank's <code>eurofxref-daily.xml</code>. The numbers are the
sandbox's own invention: they move up and down by two percent, and each day has always the same.</p>
<ul>${exchangeRateFiles.map(([path, says]) => html`<li><code>${url}${path}</code>: ${says}`)}</ul>`

const seconds = (ms: number) => `${ms / 1000} s`
