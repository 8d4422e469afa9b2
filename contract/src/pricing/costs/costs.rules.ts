import { allOf, anyOf, either } from '../../roles.ts'

/** What merchants pay beside what it costs: it requires a role for each. */
export const comparedCostRoles = either(
  anyOf('PSP_ALL'),
  ...(['ALL', 'LIST'] as const).flatMap((revenue) =>
    (['ALL', 'LIST'] as const).map((cost) => allOf(`PSP_REVENUESCHEME_${revenue}`, `PSP_COSTSCHEME_${cost}`)),
  ),
)
