import { providerEntityRoles } from '../roles.ts'

/**
 * UNVERIFIED: nothing proves that it is the merchant's. PENDING: a proof waits for the provider. Only a VERIFIED account is
 * paid to.
 */
export const bankAccountStatuses = ['UNVERIFIED', 'PENDING', 'VERIFIED', 'REJECTED', 'DISABLED'] as const
export type BankAccountStatus = (typeof bankAccountStatuses)[number]

/** The states in which an account stands in the way of the same account a second time. */
export const livingStatuses: readonly BankAccountStatus[] = ['UNVERIFIED', 'PENDING', 'VERIFIED']

/**
 * What a bank says about an IBAN and the name of its holder (verification of payee). CLOSE: almost. UNAVAILABLE: it did not
 * say.
 */
export const nameChecks = ['MATCH', 'CLOSE', 'NO_MATCH', 'UNAVAILABLE'] as const
export type NameCheck = (typeof nameChecks)[number]

/** The provider verifies an account with such an answer only when it says why. */
export const checksThatNeedReason: readonly NameCheck[] = ['CLOSE', 'UNAVAILABLE']

/** Hours of the engine's clock before a new account is paid to: time for its owner to say that it is wrong. */
export const coolOff_hours = 72
/** Days for which the link of the mail about a new account stops payouts. */
export const alarmFor_days = 14

/** Accounts that a merchant may add or replace within 24 hours, and have that are neither rejected nor disabled. */
export const newAccountLimits = { each_day: 10, living: 50 } as const

/** Names of ISO 20022 have 140 characters at most. */
export const longestHolder = 140
export const documentLimits = { files: 5, bytes: 5 * 1024 * 1024 } as const
export const documentTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type DocumentType = (typeof documentTypes)[number]

/** Only the provider decides about the accounts of merchants. */
export const decideRoles = providerEntityRoles('PSP_BANK_ACCOUNT').update

/** The kinds of rows that use a bank account. While it has one, it cannot be disabled. */
export const bankAccountHolders = ['payment_profile', 'settlement_profile'] as const
export type BankAccountHolder = (typeof bankAccountHolders)[number]

/** Money of merchants is kept on an account of its own, apart from the provider's money. */
export const providerAccountKinds = ['CLIENT_MONEY', 'OWN'] as const

/** The ways in which a whole IBAN or a proof is read. */
export const readings = ['iban', 'document', 'verified'] as const
