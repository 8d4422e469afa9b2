import '@mantine/core/styles/Fieldset.layer.css'
import '@mantine/core/styles/SimpleGrid.layer.css'
import { nameOfArea } from '@kontor/contract/role-descriptions'
import { lackedRoles } from '@kontor/contract/roles'
import { Fieldset, NativeSelect, SimpleGrid, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useField } from '../../platform/form/fields.tsx'
import { useViewer } from '../../platform/viewer.ts'
import { type Area, type Level, levelOf, levels, merchantAreas, rolesAt, withLevel } from './api-key-access.ts'

/** The roles of a key, area by area: nothing, reading, or everything. Nobody is offered more than they hold. */
export function ScopesField() {
  const { t, i18n } = useTranslation()
  const { roles: held } = useViewer()
  const { value, set, input } = useField({ name: 'roles', label: t('api_settings.roles') }, 'choosing')
  const roles = Array.isArray(value) ? value.map(String) : []
  const language = i18n.language === 'nl' ? 'nl' : 'en-US'
  const isOffered = (area: Area, level: Level) =>
    level === levelOf(roles, area) || (level !== 'mixed' && lackedRoles(held, rolesAt(level, area)).length === 0)
  return (
    <Fieldset legend={input.label} disabled={input.readOnly}>
      {input.error && (
        <Text size="sm" c="red" role="alert" mb="xs">
          {input.error}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing={6}>
        {merchantAreas.map((area) => (
          <NativeSelect
            key={area}
            size="xs"
            label={nameOfArea(area, language)}
            data={levels
              .filter((level) => isOffered(area, level))
              .map((level) => ({ value: level, label: t(`api_keys.level.${level}`) }))}
            value={levelOf(roles, area)}
            onChange={(event) => {
              const chosen = levels.find((level) => level === event.currentTarget.value)
              if (chosen) set(withLevel(roles, area, chosen))
            }}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  )
}
