import { useLocalStorage } from '@mantine/hooks'
import { useViewer } from '../../platform/viewer.ts'

/** Whether single letters do something. Somebody who dictates must be able to switch that off (WCAG 2.1.4). */
export function useSingleKeys() {
  const { id } = useViewer()
  return useLocalStorage({ key: `kontor.single-keys.${id}`, defaultValue: true, getInitialValueInEffect: false })
}
