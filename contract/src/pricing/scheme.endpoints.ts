import { type Definition, defineEndpoint, type Endpoint, type Schemas } from '../endpoint.ts'
import { type SchemeType, schemeTypes } from './price.rules.ts'
import { schemeEntities } from './scheme.entity.ts'
import type * as schemas from './scheme.schemas.ts'

type Verb = 'list' | 'create' | 'update' | 'delete'
type Described<P extends string> = Pick<Definition, 'name' | 'method' | 'summary'> &
  Partial<Pick<Definition, 'description' | 'status' | 'refusals'>> & {
    readonly path: P
    readonly may: Verb
  }

/** The type has the path of one of the four: they have the same parameters. */
type Of<S extends Schemas, P extends string> = Endpoint<S> & {
  readonly path: `/v1/psp/revenuescheme${P}`
  readonly access: (typeof schemeEntities)['REVENUE']['roles']['list']
}

/** An endpoint of each type of scheme: the same below an address, a name and roles of its own. */
const ofEach =
  <S extends Schemas>() =>
  <const D extends Described<string>>({
    name,
    path,
    may,
    ...described
  }: D): Readonly<Record<SchemeType, Of<S, D['path']> & Pick<D, 'method'>>> =>
    Object.fromEntries(
      schemeTypes.map((type) => {
        const entity = schemeEntities[type]
        return [
          type,
          defineEndpoint<S>()({
            ...described,
            name: name.replace('scheme', entity.name.replace('_', '-')),
            path: `/v1/${entity.resource}${path}`,
            area: entity.name,
            access: entity.roles[may],
            module: 'collecting',
            changes: described.method === 'GET' ? [] : [entity.name],
          }),
        ]
      }),
      // The compiler does not follow names through entries.
    ) as never

export const createSchemeEndpoint = ofEach<typeof schemas.createSchemeSchemas>()({
  name: 'create-scheme',
  method: 'POST',
  path: '',
  may: 'create',
  summary: 'Create a scheme, with a first version to write',
  status: 201,
  refusals: ['name_taken'],
})

export const updateSchemeEndpoint = ofEach<typeof schemas.updateSchemeSchemas>()({
  name: 'update-scheme',
  method: 'POST',
  path: '/:id',
  may: 'update',
  summary: 'Change the name, the description or the use of a scheme',
  refusals: ['name_taken'],
})

export const deleteSchemeEndpoint = ofEach<typeof schemas.deleteSchemeSchemas>()({
  name: 'delete-scheme',
  method: 'DELETE',
  path: '/:id',
  may: 'delete',
  summary: 'Delete a scheme of which no version was ever activated',
  status: 204,
  refusals: ['scheme_in_use'],
})

export const schemeVersionsEndpoint = ofEach<typeof schemas.schemeVersionsSchemas>()({
  name: 'list-versions-of-scheme',
  method: 'GET',
  path: '/:id/version',
  may: 'list',
  summary: 'List the versions of a scheme with their lines',
})

export const createSchemeVersionEndpoint = ofEach<typeof schemas.createSchemeVersionSchemas>()({
  name: 'create-scheme-version',
  method: 'POST',
  path: '/:id/version',
  may: 'update',
  summary: 'Begin a new version as a copy of the last one',
  status: 201,
  refusals: ['version_under_way'],
})

export const saveSchemeVersionEndpoint = ofEach<typeof schemas.saveSchemeVersionSchemas>()({
  name: 'save-scheme-version',
  method: 'POST',
  path: '/:id/version/:version',
  may: 'update',
  summary: 'Save the lines of a draft',
  refusals: ['version_frozen', 'version_changed'],
})

export const deleteSchemeVersionEndpoint = ofEach<typeof schemas.deleteSchemeVersionSchemas>()({
  name: 'delete-scheme-version',
  method: 'DELETE',
  path: '/:id/version/:version',
  may: 'update',
  summary: 'Delete a draft',
  refusals: ['version_frozen'],
})

export const submitSchemeVersionEndpoint = ofEach<typeof schemas.submitSchemeVersionSchemas>()({
  name: 'submit-scheme-version',
  method: 'POST',
  path: '/:id/version/:version/submit',
  may: 'update',
  summary: 'Give a draft to another person to activate; its lines are frozen',
  refusals: ['version_frozen', 'version_changed', 'scheme_overlap', 'scheme_gap', 'scheme_lines_refused'],
})

export const withdrawSchemeVersionEndpoint = ofEach<typeof schemas.withdrawSchemeVersionSchemas>()({
  name: 'withdraw-scheme-version',
  method: 'POST',
  path: '/:id/version/:version/withdraw',
  may: 'update',
  summary: 'Make a submitted version a draft again',
  refusals: ['version_not_submitted'],
})

export const activateSchemeVersionEndpoint = ofEach<typeof schemas.activateSchemeVersionSchemas>()({
  name: 'activate-scheme-version',
  method: 'POST',
  path: '/:id/version/:version/activate',
  may: 'update',
  summary: 'Let a submitted version apply from a day on, as another person than those who wrote and submitted it',
  refusals: [
    ...(['version_not_submitted', 'version_changed', 'same_person', 'day_closed'] as const),
    ...(['scheme_overlap', 'scheme_gap', 'scheme_lines_refused', 'rehearsal_missing'] as const),
    ...(['lines_below_cost', 'rehearsal_left_out', 'month_owed'] as const),
  ],
})

export const checkSchemeVersionEndpoint = ofEach<typeof schemas.checkSchemeVersionSchemas>()({
  name: 'check-scheme-version',
  method: 'GET',
  path: '/:id/version/:version/check',
  may: 'list',
  summary: 'List everything for which a version would be refused, and what is to be seen before it is activated',
})

export const trySchemeVersionEndpoint = ofEach<typeof schemas.trySchemeVersionSchemas>()({
  name: 'try-scheme-version',
  method: 'GET',
  path: '/:id/version/:version/try',
  may: 'list',
  summary: 'Get the line by which a payment would be priced, and its price',
})

export const schemeMerchantsEndpoint = ofEach<typeof schemas.schemeMerchantsSchemas>()({
  name: 'list-merchants-of-scheme',
  method: 'GET',
  path: '/:id/merchant',
  may: 'list',
  summary: 'List the merchants that a scheme is assigned to, today or later',
})

export const assignSchemeEndpoint = ofEach<typeof schemas.assignSchemeSchemas>()({
  name: 'assign-scheme',
  method: 'POST',
  path: '/:id/merchant',
  may: 'update',
  summary: 'Assign a scheme to merchants from a day on',
  refusals: ['scheme_inactive', 'scheme_gap', 'day_closed'],
})

export const unassignSchemeEndpoint = ofEach<typeof schemas.unassignSchemeSchemas>()({
  name: 'unassign-scheme',
  method: 'POST',
  path: '/:id/unassign',
  may: 'update',
  summary: 'Let merchants with a scheme of their own follow their package or the default from a day on',
  refusals: ['day_closed'],
})

export const setDefaultSchemeEndpoint = ofEach<typeof schemas.setDefaultSchemeSchemas>()({
  name: 'set-default-scheme',
  method: 'POST',
  path: '/:id/default',
  may: 'update',
  summary: 'Let a scheme apply to merchants without an assignment, from a day on',
  refusals: ['scheme_inactive', 'scheme_gap', 'day_closed'],
})
