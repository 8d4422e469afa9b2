import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../platform/viewer.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { mayOpen } from '../navigation/navigation.ts'
import { groupsOf, merchantNavigation, pspNavigation } from '../screens.ts'

/** The delay of 001 section 9. */
const delay_ms = 1_500
type State = 'unset' | 'pending' | 'failed'

/** Development only: opens every screen of this user, one after the other, and names those that break. */
export function RouteTesterPage() {
  const { t } = useTranslation()
  const viewer = useViewer()
  const frame = useRef<HTMLIFrameElement>(null)
  const [states, setStates] = useState<Readonly<Record<string, State>>>({})
  const [isRunning, setRunning] = useState(false)
  const routes = groupsOf([...merchantNavigation, ...pspNavigation])
    .flatMap(({ items }) => items)
    .filter((screen) => mayOpen(screen, viewer))
    .map(({ route }) => route)

  const set = (route: string, state: State) => setStates((before) => ({ ...before, [route]: state }))
  async function run() {
    setRunning(true)
    setStates({})
    for (const route of routes) {
      set(route, 'pending')
      if (frame.current) frame.current.src = route
      await new Promise((resolve) => setTimeout(resolve, delay_ms))
      set(route, isBroken(frame.current) ? 'failed' : 'unset')
    }
    setRunning(false)
  }

  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={1}>{t('route_tester.title')}</Title>
        <Button loading={isRunning} onClick={() => void run()}>
          {t('route_tester.start')}
        </Button>
      </Group>
      <ul>
        {routes.map((route) => (
          <li key={route}>
            <Group gap="xs">
              <Text size="sm">{route}</Text>
              <StatusTag status={(states[route] ?? 'unset').toUpperCase()} />
            </Group>
          </li>
        ))}
      </ul>
      <iframe ref={frame} title={t('route_tester.title')} width={1024} height={640} />
    </Stack>
  )
}

/** True for a page without a heading, or with the picture of a failure. */
function isBroken(frame: HTMLIFrameElement | null): boolean {
  const page = frame?.contentDocument
  return !page?.querySelector('h1') || page.querySelector('[role="alert"]') !== null
}
