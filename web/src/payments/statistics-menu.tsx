import { Button, Menu } from '@mantine/core'
import { IconChartBar, IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useScope } from '../platform/api/scope.ts'
import { useScreens } from '../platform/screen/use-screen.ts'
import { useViewer } from '../platform/viewer.ts'

/**
 * Links for the provider's staff to statistics over all merchants, which their navigation does not list (001 section
 * 2.15).
 */
export function StatisticsMenu() {
  const { t } = useTranslation()
  const { psp } = useViewer()
  const { merchant } = useScope()
  const allowed = useScreens().filter((screen) => screen.kind === 'page' && screen.statistics)
  if (!psp || merchant || allowed.length === 0) return null
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconChartBar size={16} aria-hidden="true" />}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
        >
          {t('dashboard.statistics')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {allowed.map(({ label, route }) => (
          <Menu.Item key={route} component={Link} to={route}>
            {t(`dashboard.title.${label}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
