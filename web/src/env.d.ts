/** A value that changes with every change of the application. */
declare const __APP_VERSION__: string

/**
 * The texts of `connection` in each language's main.json: the only texts that are needed when no text can be fetched.
 */
declare const __CONNECTION_TEXTS__: Record<'nl' | 'en-US', Record<'away' | 'outdated' | 'reload', string>>

/** The texts of each language's checkout.json that the payment page needs when it can fetch none. */
declare const __CHECKOUT_TROUBLE_TEXTS__: Record<
  'nl' | 'en-US',
  Record<'again' | 'by', string> & Record<'network', Record<'title' | 'text' | 'unanswered', string>>
>
