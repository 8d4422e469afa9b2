import type { validationRuleset } from '@kontor/contract/decisions/rulesets/validation-ruleset.entity'
import type { Populated } from '@kontor/contract/entity'
import type { Tag } from '@kontor/contract/tags/tag.entity'
import type { Related } from '../../platform/api/related.ts'

type Named = Related<{ id: string; name: string }>

export type RulesetRow = Populated<
  typeof validationRuleset,
  { tag: Related<Tag> | null; payment_profile: Named | null; organisation: Named }
>
