import type { z } from 'zod'
import type { RefusalCode } from './refusal.ts'
import type { Requirement } from './roles.ts'

/**
 * Shapes in zod: of the query of the address, of the body, of the answer. They stand in a `*.schemas.ts` beside the
 * `*.endpoints.ts`: a page that only calls an endpoint has its types, and loads no zod.
 */
export interface Schemas {
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly reply?: z.ZodType
}

/**
 * Who is let in. Roles: a person or a program with them. `person`: whoever is signed in, about their own account; a
 * program is nobody's account. `anyone`: a browser without a session. `payer`: whoever has the address of the page.
 * `signature`: a processor, by the signature of what it sends.
 */
export type Access = Requirement | 'person' | 'anyone' | 'payer' | 'signature'

/** An address of the API, described once: the server registers it, the web calls it, the reference and tests read it. */
export interface Definition {
  /** `refund-transaction`. For a command also the name of the server's file. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The same under PUT, for programs that know no POST to an address that exists. */
  readonly alsoPut?: true
  /** With parameters as `:id`. Each is a UUID, but for a `:token`. */
  readonly path: string
  /** The entity, or the area, that it is about: a heading of the reference, and the first part of a query's key. */
  readonly area: string
  readonly summary: string
  readonly description?: string
  readonly access: Access
  /** A person alone may, also when a program holds the roles: a key that made keys would outlive its own revocation. */
  readonly personOnly?: true
  /** It concerns every shop of a merchant: whoever sees a part of the merchant's tree alone is refused. */
  readonly ofWholeMerchant?: true
  /**
   * Of whom it is, whatever merchant the request narrows itself to: of the `person` who asks, or of the `provider`.
   * Otherwise of that merchant.
   */
  readonly of?: 'person' | 'provider'
  /** A body that is no JSON: a file as it is, or text whose bytes are signed. */
  readonly takes?: { readonly kind: 'file' | 'text'; readonly bytes: number }
  /** Answers with a file, of its own type and name. */
  readonly gives?: 'file'
  readonly status: 200 | 201 | 204
  /** The answer holds a secret that is told once: it is kept under no idempotency key. */
  readonly isSecret?: true
  /** The refusals that belong to it, besides those that any request may meet. */
  readonly refusals: readonly RefusalCode[]
  /** Entities and areas that look different afterwards. */
  readonly changes: readonly string[]
  /** It stands in no reference: it is called by what we wrote ourselves, or by a processor. */
  readonly isHidden?: true
}

export interface Endpoint<S extends Schemas = Schemas> extends Definition {
  /** A type, never a value. */
  readonly schemas?: S
}

type Defaults = 'status' | 'refusals' | 'changes'
type Described = Omit<Definition, Defaults> & Partial<Pick<Definition, Defaults>>

/** `defineEndpoint<typeof schemas.refundTransaction>()({ … })`: the shapes are named as a type, the rest is data. */
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

type SchemasOf<E extends Endpoint> = NonNullable<E['schemas']>
type Input<T> = T extends z.ZodType ? z.input<T> : undefined
type Output<T> = T extends z.ZodType ? z.output<T> : undefined

/** As the caller writes it. */
export type QueryOf<E extends Endpoint> = Input<SchemasOf<E>['query']>
export type BodyOf<E extends Endpoint> = Input<SchemasOf<E>['body']>
/** As the server has it, once it was checked. */
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

/** The address of an endpoint with its parameters. */
export function pathOf(endpoint: Pick<Definition, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (!value) throw new TypeError(`${endpoint.path} needs ${name}`)
    return encodeURIComponent(value)
  })
}
