import { IconBuildingStore } from '@tabler/icons-react'
import { defineList } from '../../platform/screen/screen.ts'

export const paymentProfiles = defineList({
  route: '/paymentprofiles',
  label: 'payment_profiles',
  icon: IconBuildingStore,
  entity: 'payment_profile',
  add: { label: 'profiles.add', choosing: ['organisation'] },
  page: () => import('./payment-profile.page.tsx'),
  panel: () => import('./payment-profile.panel.tsx'),
})
