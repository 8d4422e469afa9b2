import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { i18n } from '../../platform/i18n.ts'

const ink: MantineColorsTuple = [
  '#eef3ff',
  '#dce5fb',
  '#b5c8f5',
  '#8ba9f0',
  '#678fec',
  '#4d7be6',
  '#3364dd',
  '#1f4fd8',
  '#1941b4',
  '#12338f',
]

// Bluish like the rest of the dark theme; Mantine's own greys look warm beside it.
const dark: MantineColorsTuple = [
  '#d5d9e0',
  '#b6bcc6',
  '#8d95a3',
  '#666e7b',
  '#3b414c',
  '#2f343e',
  '#22262e',
  '#16181d',
  '#121419',
  '#0e1014',
]

export const theme = createTheme({
  colors: { ink, dark },
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 7 },
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '32px' },
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '20px', lineHeight: '28px' }, h2: { fontSize: '16px' } } },
  defaultRadius: 'md',
  radius: { sm: '4px', md: '6px', lg: '8px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects, so that the theme does not load components that a screen does not use.
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    CloseButton: { defaultProps: { size: 24, iconSize: 16 } },
    Badge: { defaultProps: { radius: 'sm', size: 'md' } },
    // Help texts stand below the fields, so that neighbouring fields stay aligned whatever the length of the help.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    // A menu may only contain menu items, so no focusable placeholder is inserted.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: {
      // Asked at each drawing, because the language may change.
      defaultProps: () => ({
        ...{ centered: true, transitionProps: { duration: 120 } },
        closeButtonProps: { 'aria-label': i18n.t('action.close') },
      }),
    },
    NavLink: { defaultProps: { variant: 'light' } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 100 } } },
    Tooltip: { defaultProps: { openDelay: 300, multiline: true, maw: 360 } },
  },
})

// Mantine's own values of these colours miss the text contrast of 4.5 to 1 that WCAG AA requires.
export const contrast: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#b02525',
    '--mantine-color-dimmed': '#5a616b',
    '--mantine-color-placeholder': '#6b727c',
    '--mantine-color-error': '#c01c1c',
    '--mantine-color-green-light-color': '#1b6430',
    '--mantine-color-blue-light-color': '#12549c',
    '--mantine-color-yellow-light-color': '#7d4300',
    '--mantine-color-red-light-color': '#ab1b1b',
    '--mantine-color-gray-light-color': '#454b54',
    '--mantine-color-gray-light': 'rgba(134, 142, 150, 0.14)',
  },
  dark: {
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#b02525',
    '--mantine-color-dimmed': '#a3abb6',
    '--mantine-color-placeholder': '#8e96a3',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': '#8ba9f0',
    '--mantine-color-yellow-light': '#5c3000',
    '--mantine-color-gray-light': 'rgba(134, 142, 150, 0.22)',
    '--mantine-color-gray-light-color': '#c6ccd4',
    '--mantine-color-ink-light-color': '#b5c8f5',
  },
})
