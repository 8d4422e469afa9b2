/** The token of a card that was typed in Stripe's fields, which Stripe's adapter reads. */
export const stripeToken = (method: { id: string }): string => JSON.stringify({ payment_method: method.id })
