import type { z } from 'zod'
import type { Module } from './modules.ts'
import type { RefusalCode } from './refusal.ts'
import type { Requirement } from './roles.ts'

/**
 * Zod shapes of the query string, the body and the answer. They are in a `*.schemas.ts` beside the `*.endpoints.ts`: a
 * page that only calls an endpoint uses their types and does not load zod.
 */
export interface Schemas {
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly reply?: z.ZodType
}

/**
 * The callers that an endpoint lets in. Roles: a person or a program that holds them. `person`: any signed-in user,
 * about their own account; a program has no account. `anyone`: a browser without a session. `payer`: everybody who has
 * the address of the page. `signature`: a processor or an issuer, recognised by the signature of what it sends.
 */
export type Access = Requirement | 'person' | 'anyone' | 'payer' | 'signature'

/**
 * An address of the API, described once: the server registers it, the web calls it, the reference and the tests read
 * it.
 */
export interface Definition {
  /** A name such as `refund-transaction`. A command's file on the server has the same name. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Parameters are written as `:id`. Each is a UUID, except `:token`. */
  readonly path: string
  /** The entity or area that the endpoint is about: a heading of the reference, and the first part of a query key. */
  readonly area: string
  readonly summary: string
  readonly description?: string
  readonly access: Access
  /**
   * Only a person may call it, even when a program holds the roles: a key that creates keys would outlive its own
   * revocation.
   */
  readonly personOnly?: true
  /**
   * The person has to show a second factor that is not older than five minutes: an unattended session, or a stolen one, is
   * not enough.
   */
  readonly needsFreshFactor?: true
  /** The endpoint concerns every shop of a merchant. A caller who sees only a part of the merchant's tree is refused. */
  readonly ofWholeMerchant?: true
  /**
   * The owner of the answer: the `person` who asks, or the `merchant` that the request narrows itself to. Without it the
   * owner of a path below `/v1/psp/` is the provider, and of any other path that merchant.
   */
  readonly of?: 'person' | 'merchant'
  /** A body that is not JSON: a file, or text whose bytes are signed. */
  readonly takes?: { readonly kind: 'file' | 'text'; readonly bytes: number }
  /** The answer is a file with its own type and name, or what the caller's own rules ask for. */
  readonly gives?: 'file' | 'own'
  /** The process answers from its memory, or opens the transactions that it needs: it gets none. */
  readonly withoutTransaction?: true
  readonly status: 200 | 201 | 204
  /** The answer holds a secret: it is kept sealed for repetitions of the request, and the trail of calls has only its names. */
  readonly isSecret?: true
  /**
   * The reason why a write carries a repetition with the same Idempotency-Key out again. `reads`: it asks, tries or shows. A
   * showing is recorded each time, and whatever else the first one changes, a second one leaves. `proof`: the caller proves who
   * they are, by a password or a code. A hash of the request would be a quick hash of that password, and the answer is a session,
   * or a step towards one, for whoever proved it now.
   */
  readonly keepsNoAnswer?: 'reads' | 'proof'
  /** The refusals of this endpoint, besides those of every request. */
  readonly refusals: readonly RefusalCode[]
  /** The entities and areas that the call changes. */
  readonly changes: readonly string[]
  /** Programs of ours ask so often that the trail of calls leaves it out: it says nothing of what people do. */
  readonly isUnrecorded?: true
  /** The optional part that it belongs to: without that part the server has no such address. */
  readonly module?: Module
  /** Absent from the reference: only our own programs, a processor or an issuer call it. */
  readonly isHidden?: true
}

export interface Endpoint<S extends Schemas = Schemas> extends Definition {
  /** Used as a type; there is never a value. */
  readonly schemas?: S
}

type Defaults = 'status' | 'refusals' | 'changes'
type Described = Omit<Definition, Defaults> & Partial<Pick<Definition, Defaults>>

/** `defineEndpoint<typeof schemas.refundTransaction>()({ … })`: the shapes are given as a type, all else as data. */
export const defineEndpoint =
  <S extends Schemas>() =>
  <const D extends Described>(
    described: D,
  ): D & Pick<Definition, Exclude<Defaults, keyof D>> & { readonly schemas?: S } => ({
    status: 200 as const,
    refusals: [],
    changes: [],
    ...described,
  })

/** True when the answer belongs to a person or the provider, not to the merchant that the request narrows itself to. */
export const isOfNoMerchant = ({ of, path }: Pick<Definition, 'of' | 'path'>): boolean =>
  of === 'person' || (of === undefined && path.startsWith('/v1/psp/'))

/** True when the answer depends on the view: the merchant and the organisation to which a request narrows itself. */
export const isOfView = (endpoint: Pick<Definition, 'access' | 'of' | 'path'>): boolean =>
  typeof endpoint.access !== 'string' && !isOfNoMerchant(endpoint)

/** A POST that changes a row also answers PUT, for programs that cannot send POST to an existing address. */
export const methodsOf = ({ method, path }: Pick<Definition, 'method' | 'path'>): Definition['method'][] =>
  method === 'POST' && path.endsWith('/:id') ? [method, 'PUT'] : [method]

/**
 * True when a repetition with the same Idempotency-Key gets the first answer again. A key belongs to its caller: behind the
 * doors for `anyone`, a `payer` and a `signature` nobody is known whom it could belong to. These recognise a repetition by
 * what it brings, such as a token that is used once, the attempt of a payer, or the number of a notification.
 */
export const keepsAnswer = ({
  method,
  access,
  keepsNoAnswer,
}: Pick<Definition, 'method' | 'access' | 'keepsNoAnswer'>): boolean =>
  method !== 'GET' && (typeof access !== 'string' || access === 'person') && keepsNoAnswer === undefined

type SchemasOf<E extends Endpoint> = NonNullable<E['schemas']>
type Input<T> = T extends z.ZodType ? z.input<T> : undefined
type Output<T> = T extends z.ZodType ? z.output<T> : undefined

/** The query as the caller writes it. */
export type QueryOf<E extends Endpoint> = Input<SchemasOf<E>['query']>
export type BodyOf<E extends Endpoint> = Input<SchemasOf<E>['body']>
/** The query as the server has it after its check. */
export type ReadQuery<E extends Endpoint> = Output<SchemasOf<E>['query']>
export type ReadBody<E extends Endpoint> = Output<SchemasOf<E>['body']>
export type ReplyOf<E extends Endpoint> = SchemasOf<E>['reply'] extends z.ZodType
  ? z.output<SchemasOf<E>['reply']>
  : undefined

/** The parameters of the path: `{ id: string }` of `/v1/transaction/:id/refund`. */
export type ParamsOf<E extends Endpoint> = string extends E['path']
  ? Readonly<Record<string, string>>
  : { readonly [N in ParameterNames<E['path']>]: string }
type ParameterNames<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer After}`
    ? Name | ParameterNames<After>
    : Rest
  : never

/** The path of an endpoint, with its parameters filled in. */
export function pathOf(endpoint: Pick<Definition, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (!value) throw new TypeError(`${endpoint.path} needs ${name}`)
    return encodeURIComponent(value)
  })
}
