import {
  brandColors,
  contrastOf,
  type DesignColor,
  leastContrast,
  paperColor,
  readableOn,
} from '@kontor/contract/checkout/design-colors.rules'
import { checkCss } from './design-css.ts'

export type DesignLook = { readonly [K in DesignColor | 'background_image_url' | 'css']?: string | null | undefined }

/**
 * The style sheet of a design, which the page loads beside its own. The colours stand outside of every layer: unlayered
 * rules win over layered ones, so the design's rules cannot change them (docs/adr/0046).
 */
export function designStylesheet(design: DesignLook): string {
  const variables = Object.entries(variablesOf(design)).map(([name, value]) => `  --${name}: ${value};`)
  return [
    '@layer page, design;',
    `:root {\n${variables.join('\n')}\n}`,
    ...(design.background_image_url ? [backgroundOf(design.background_image_url)] : []),
    ...(design.css ? [`@layer design {\n${checkCss(design.css).css}\n}`] : []),
    '',
  ].join('\n')
}

function variablesOf(design: DesignLook): Record<string, string> {
  const back = design.background_color ?? brandColors.background_color
  // No text colour is certainly readable on a picture, so the header gets a background colour.
  const header = design.header_color ?? (design.background_image_url ? paperColor : back)
  const onHeader = readableOn(header, design.header_text_color ?? brandColors.header_text_color)
  const button = design.button_color ?? brandColors.button_color
  const onButton = readableOn(button, design.button_text_color ?? brandColors.button_text_color)
  const isBlock = header !== back || Boolean(design.background_image_url)
  return {
    back,
    'on-back': readableOn(back, '#5a616b'),
    ...(design.background_image_url ? { foot: back, 'foot-padding': '4px 12px' } : {}),
    header,
    'on-header': onHeader,
    'on-reference': onHeader,
    'header-padding': isBlock ? '20px 24px' : '0',
    button,
    'on-button': onButton,
    // The colour moves away from that of its text, which stays as readable as it was.
    'button-over': mixed(
      button,
      contrastOf(onButton, '#ffffff') < contrastOf(onButton, '#000000') ? '#000000' : '#ffffff',
    ),
    // The colour of focus and selection must be visible on paper.
    accent: contrastOf(paperColor, button) >= leastContrast ? button : brandColors.header_text_color,
  }
}

function mixed(color: string, other: string): string {
  const parts = [1, 3, 5].map((at) => {
    const [one = 0, two = 0] = [color, other].map((each) => Number.parseInt(each.slice(at, at + 2), 16))
    return Math.round(one * 0.88 + two * 0.12)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

const backgroundOf = (url: string) =>
  `body {\n  background-image: url("${quoted(new URL(url).href)}");\n  background-position: center;\n  background-size: cover;\n}`

/** A CSS string; characters that could end it are written by their number. */
const quoted = (text: string) => text.replaceAll(/["\\\p{Cc}<]/gu, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)
