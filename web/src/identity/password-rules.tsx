import { defaultPasswordPolicy, type PasswordPolicy, passwordRules } from '@kontor/contract/identity/password.rules'
import { Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

interface PasswordRulesProps {
  password: string
  policy?: PasswordPolicy
}

/** The rules of a password, each marked as met or not while the person types. */
export function PasswordRules({ password, policy = defaultPasswordPolicy }: PasswordRulesProps) {
  const { t } = useTranslation()
  const id = useId()
  const asked = ruleNames.filter((name) => policy[name] !== false)
  return (
    <div>
      <Text size="sm" id={id}>
        {t('set_up.password_rules')}
      </Text>
      <Stack component="ul" gap={2} m={0} mt={4} p={0} aria-labelledby={id}>
        {asked.map((name) => (
          <Rule
            key={name}
            text={t(`password_rule.${name}`, { length: policy.length })}
            isMet={passwordRules[name](password, policy)}
          />
        ))}
      </Stack>
    </div>
  )
}

const ruleNames = ['length', 'number', 'uppercase', 'lowercase', 'special'] as const

function Rule({ text, isMet }: { text: string; isMet: boolean }) {
  const { t } = useTranslation()
  return (
    <Group component="li" gap={6} c={isMet ? 'var(--mantine-color-green-light-color)' : 'dimmed'}>
      {isMet ? <IconCheck size={16} aria-hidden="true" /> : <IconPoint size={16} aria-hidden="true" />}
      <Text span size="sm" inherit>
        {text}
      </Text>
      <VisuallyHidden>{t(isMet ? 'set_up.rule_met' : 'set_up.rule_missing')}</VisuallyHidden>
    </Group>
  )
}
