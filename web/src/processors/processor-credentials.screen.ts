import { defineInner } from '../platform/screen/screen.ts'

/** Where people of a merchant fill in values of a credential: the lists of processors are the provider's (001, section 2.10). */
export const processorCredentials = defineInner({
  entity: 'processor',
  may: 'update',
  label: 'processor_credentials',
  route: '/processor-credentials/$processorId',
  page: () => import('./processor-credentials.page.tsx'),
})
