import type { CssProblem } from '@kontor/contract/checkout/checkout-design.schemas'
import { type CssNode, generate, lexer, parse, type Rule, type Selector, type Value, walk } from 'css-tree'
import {
  allowedFamilies,
  allowedMedia,
  allowedProperties,
  allowedPseudoClasses,
  angles,
  pixelsPer,
} from './design-css.rules.ts'

export interface CheckedCss {
  /** The allowed CSS, written anew from the parsed rules, with every selector placed under the page's root. */
  css: string
  problems: readonly CssProblem[]
}

type Tell = (node: CssNode, reason: CssProblem['reason']) => undefined

/**
 * Checks CSS. The result never contains the given text itself: everything that is not recognised is left out and
 * reported.
 */
export function checkCss(text: string): CheckedCss {
  const problems: CssProblem[] = []
  const tell: Tell = (node, reason) => {
    problems.push({ line: node.loc?.start.line ?? 1, reason, part: partOf(node) })
    return undefined
  }
  // The parser gives unreadable parts as raw nodes, which are reported as such.
  const sheet = parse(text, { positions: true, parseCustomProperty: true })
  const rules = 'children' in sheet && sheet.children ? sheet.children.toArray().map((node) => blockOf(node, tell)) : []
  return { css: rules.filter((rule) => rule !== undefined).join('\n'), problems: problems.slice(0, mostProblems) }
}

const mostProblems = 50

const partOf = (node: CssNode): string => {
  const text = node.type === 'Rule' ? generate(node.prelude) : node.type === 'Atrule' ? `@${node.name}` : generate(node)
  return text.slice(0, 80)
}

function blockOf(node: CssNode, tell: Tell): string | undefined {
  if (node.type === 'Comment' || node.type === 'WhiteSpace' || node.type === 'CDO' || node.type === 'CDC')
    return undefined
  if (node.type === 'Rule') return ruleOf(node, tell)
  if (node.type !== 'Atrule') return tell(node, 'syntax')
  const media = node.prelude ? generate(node.prelude) : ''
  if (node.name !== 'media' || !node.block || !allowedMedia.test(media)) return tell(node, 'at_rule')
  const rules = node.block.children.toArray().map((each) => {
    if (each.type === 'Rule') return ruleOf(each, tell)
    return each.type === 'Comment' ? undefined : tell(each, 'nested')
  })
  return `@media ${media} {\n${rules.filter((rule) => rule !== undefined).join('\n')}\n}`
}

function ruleOf(rule: Rule, tell: Tell): string | undefined {
  if (rule.prelude.type !== 'SelectorList') return tell(rule.prelude, 'selector')
  const selectors = rule.prelude.children
    .toArray()
    .map((each) =>
      each.type === 'Selector' && isAllowedSelector(each) ? `#page ${generate(each)}` : tell(each, 'selector'),
    )
  const declarations = rule.block.children.toArray().map((each) => declarationOf(each, tell))
  if (selectors.includes(undefined)) return undefined
  return `${selectors.join(', ')} { ${declarations.filter((each) => each !== undefined).join('; ')} }`
}

const plainName = /^[a-z][a-z0-9_-]*$/i

/**
 * True for elements, classes and a few states. Attributes are refused because they hold what is typed, and ids because
 * they are our own.
 */
function isAllowedSelector(selector: Selector): boolean {
  const parts = selector.children.toArray()
  if (parts[0]?.type === 'Combinator') return false
  return parts.every((part) => {
    if (part.type === 'Combinator') return true
    if (part.type === 'PseudoClassSelector') return part.children === null && allowedPseudoClasses.includes(part.name)
    return (part.type === 'TypeSelector' || part.type === 'ClassSelector') && plainName.test(part.name)
  })
}

function declarationOf(node: CssNode, tell: Tell): string | undefined {
  if (node.type === 'Comment') return undefined
  if (node.type === 'Rule' || node.type === 'Atrule') return tell(node, 'nested')
  if (node.type !== 'Declaration') return tell(node, 'syntax')
  const property = node.property.toLowerCase()
  if (!Object.hasOwn(allowedProperties, property)) return tell(node, 'property')
  if (node.important) return tell(node, 'important')
  if (node.value.type !== 'Value' || !isAllowedValue(property, node.value)) return tell(node, 'value')
  return `${property}: ${generate(node.value)}`
}

function isAllowedValue(property: string, value: Value): boolean {
  if (lexer.matchProperty(property, value).error) return false
  let isAllowed = true
  walk(value, (node) => {
    if (node !== value && !isAllowedPart(property, node)) isAllowed = false
  })
  return isAllowed && (property !== 'font-family' || areAllowedFamilies(value))
}

function isAllowedPart(property: string, node: CssNode): boolean {
  const { lengths, numbers, functions = [], not = [] } = allowedProperties[property] ?? {}
  switch (node.type) {
    case 'Operator':
      return node.value.trim() === ',' || node.value.trim() === '/'
    case 'Identifier':
      return !not.includes(node.name.toLowerCase())
    case 'Hash':
      return property !== 'color' || node.value.length === 3 || node.value.length === 6
    case 'String':
      return property === 'font-family'
    case 'Function':
      return functions.includes(node.name.toLowerCase())
    case 'Percentage':
      return functions.length > 0 && isBetween(node.value, [0, 100])
    case 'Number':
      return isBetween(node.value, numbers) || (Number(node.value) === 0 && isBetween('0', lengths))
    case 'Dimension': {
      const pixels = pixelsPer[node.unit.toLowerCase()]
      if (pixels === undefined) return functions.length > 0 && angles.includes(node.unit.toLowerCase())
      // The size of an em depends on the parent element, so a font size in em is refused.
      if (property === 'font-size' && node.unit.toLowerCase() === 'em') return false
      return isBetween(String(Number(node.value) * pixels), lengths)
    }
    default:
      return false
  }
}

const isBetween = (text: string, bounds: readonly [number, number] | undefined): boolean =>
  bounds !== undefined && Number(text) >= bounds[0] && Number(text) <= bounds[1]

function areAllowedFamilies(value: Value): boolean {
  const families = generate(value).split(',')
  return families.every((family) => allowedFamilies.includes(family.replaceAll(/^["']|["']$/g, '').toLowerCase()))
}
