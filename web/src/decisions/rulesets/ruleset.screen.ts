import { IconShieldBolt, IconShieldCheck, IconTags } from '@tabler/icons-react'
import { defineList } from '../../platform/screen/screen.ts'

// The three screens of 001 section 2.6 are one list; each fixes another action.
const list = {
  entity: 'validation_ruleset',
  add: { label: 'rulesets.add', choosing: ['organisation'] },
  page: () => import('./ruleset.page.tsx'),
  panel: () => import('./ruleset.panel.tsx'),
} as const

const riskList = { ...list, icon: IconShieldBolt, fixed: { action: 'block' } } as const
const tagList = { ...list, icon: IconTags, fixed: { action: 'tag' } } as const
const secureList = { ...list, icon: IconShieldCheck, fixed: { action: '3dSecure' } } as const

export const riskRules = defineList({ ...riskList, route: '/riskrules', label: 'risk_rules' })
export const pspRiskRules = defineList({ ...riskList, route: '/psp/riskrules', label: 'psp_risk_rules' })
export const tagRules = defineList({ ...tagList, route: '/tagrules', label: 'tag_rules' })
export const pspTagRules = defineList({ ...tagList, route: '/psp/tagrules', label: 'psp_tag_rules' })
export const secureRules = defineList({ ...secureList, route: '/3dsecure', label: '3d_secure' })
export const pspSecureRules = defineList({ ...secureList, route: '/psp/3dsecure', label: 'psp_3d_secure' })
