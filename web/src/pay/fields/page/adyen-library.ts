// A part of its own, so that a payer is told when it does not come.
export { AdyenCheckout, CustomCard } from '@adyen/adyen-web'
