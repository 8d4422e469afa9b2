import { defineEntity } from '../../entity.ts'
import { choices, id, optional, text, timestamp } from '../../field.ts'
import { roles } from '../../roles.ts'
import { bundleRolesOfEither } from './role-bundle.rules.ts'

/** A bundle of roles, described for its history. It has no list of the usual kind: bundles are read whole (docs/adr/0095). */
export const roleBundle = defineEntity({
  name: 'role_bundle',
  resource: 'rolebundle',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    description: optional(text()),
    roles: choices(roles),
  },
  filters: {},
  sort: ['name'],
  hasHistory: true,
  roles: {
    list: bundleRolesOfEither('list'),
    create: bundleRolesOfEither('create'),
    update: bundleRolesOfEither('update'),
    delete: bundleRolesOfEither('delete'),
  },
  export: [],
})
