/** The longest rehearsal, in months. */
export const mostMonths = 24
/** A version that charges merchants with payments goes live with a rehearsal of its lines that is younger than this. */
export const rehearsalCounts_days = 7
/** How far back the payments lie for which a version has to be rehearsed. */
export const rehearsedPayments_months = 12
/** The merchants and the payments of a rehearsal that are named at once. */
export const mostNamedMerchants = 100
export const mostNamedPayments = 100
/** The most merchants that are chosen one by one. */
export const mostChosen = 1000
