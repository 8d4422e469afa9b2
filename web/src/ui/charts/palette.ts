import { colourOfStatus, type StatusColour } from '../status-tag.tsx'

// Each colour has a contrast of at least 3 to 1 with its background. light-dark() follows the theme without rendering
// again.
const both = (light: string, dark: string) => `light-dark(${light}, ${dark})`

const groups: Readonly<Record<StatusColour, string>> = {
  green: both('#2b8a3e', '#51cf66'),
  blue: both('#1c7ed6', '#74c0fc'),
  yellow: both('#b86a00', '#ffd43b'),
  red: both('#c92a2a', '#ff8787'),
  gray: both('#868e96', '#868e96'),
}

// Statuses with the same tag colour get different shades, because one chart shows them side by side.
const shades: Readonly<Record<string, string>> = {
  SETTLEMENT_REQUESTED: both('#1864ab', '#4dabf7'),
  PENDING: both('#4263eb', '#91a7ff'),
  INITIATED: both('#4f8fcf', '#a5d8ff'),
  FAILED: both('#8a1c1c', '#fa5252'),
  AUTHORIZATION_VOIDED: both('#495057', '#ced4da'),
  ABANDONED: both('#6a727a', '#adb5bd'),
  AUTO_VERIFIED: both('#4c9a5f', '#8ce99a'),
  UNKNOWN: both('#857a00', '#ffd43b'),
  UNVERIFIED: both('#e8590c', '#ff922b'),
  AUTO_UNVERIFIED: both('#6b4200', '#c9a06a'),
  HOLD: both('#d08000', '#ffe066'),
}

/** The colour of the status's tag, in a shade of its own. */
export const statusColour = (status: string): string => shades[status] ?? groups[colourOfStatus(status)]

const categories = [
  both('#1f4fd8', '#8ba9f0'),
  both('#0c8599', '#3bc9db'),
  both('#d9480f', '#ff922b'),
  both('#9c36b5', '#da77f2'),
  both('#5c940d', '#a9e34b'),
  both('#c2255c', '#f783ac'),
  both('#8a6100', '#fcc419'),
  both('#5c636a', '#adb5bd'),
]

/**
 * The colour of a value by its position among all values of its kind, so that it does not depend on the values on
 * screen.
 */
export const categoryColour = (at: number): string => categories[Math.max(0, at) % categories.length] ?? ''

/** Both can be read as text too, by people who see no red and green as well; neither is the colour of a status. */
export const lineColours = [categoryColour(0), categoryColour(6)] as const

/** The colours of a scale, from low to high. */
export const steps: readonly string[] = [
  both('#dce5fb', '#1d2b52'),
  both('#b5c8f5', '#243a78'),
  both('#8ba9f0', '#2f4f9f'),
  both('#678fec', '#4067c6'),
  both('#3364dd', '#678fec'),
  both('#1941b4', '#9db7f4'),
  both('#0d2670', '#dce5fb'),
]
