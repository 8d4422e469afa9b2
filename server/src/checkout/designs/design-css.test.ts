import { describe, expect, it } from 'vitest'
import { cpuTimeOf } from '../../../test/cpu-time.ts'
import { checkCss } from './design-css.ts'
import { designStylesheet } from './design-stylesheet.ts'

const reasons = (css: string) => checkCss(css).problems.map(({ reason }) => reason)

describe('the rules of a design', () => {
  it('are written anew, each beneath the page, with what is allowed in them', () => {
    const { css, problems } = checkCss(`
      /* Round and calm. */
      h1, .choice:hover > span { Color: #123456; font-family: "Trebuchet MS", serif }
      @media (max-width: 600px) { section { border-radius: 1.5rem; box-shadow: 0 2px 8px rgb(0 0 0 / .2) } }`)
    expect(problems).toEqual([])
    expect(css.split('\n')).toEqual([
      '#page h1, #page .choice:hover>span { color: #123456; font-family: "Trebuchet MS",serif }',
      '@media (max-width:600px) {',
      '#page section { border-radius: 1.5rem; box-shadow: 0 2px 8px rgb(0 0 0/.2) }',
      '}',
    ])
  })

  it.each([
    ['loads a sheet', '@import "https://evil.example/x.css";', 'at_rule'],
    ['loads a font', '@font-face { font-family: x; src: url(https://evil.example/x) }', 'at_rule'],
    ['steps into another layer', '@layer page { h1 { color: red } }', 'at_rule'],
    ['asks for more than a width', '@media (prefers-color-scheme: dark) { h1 { color: red } }', 'at_rule'],
    ['fetches a picture', 'section { background-image: url(https://evil.example/x.png) }', 'value'],
    [
      'fetches a picture in another way',
      'section { background-image: image-set("https://evil.example/x.png" 1x) }',
      'value',
    ],
    ['asks a variable for its value', 'section { background-image: var(--card) }', 'value'],
    ['reads what is typed', 'input[value^="4"] { color: red }', 'selector'],
    ['looks inside of other elements', 'section:has(input) { color: red }', 'selector'],
    ['names everything', '* { color: red }', 'selector'],
    ['names an id', '#page .amount { color: red }', 'selector'],
    ['begins beside the page', '~ p { color: red }', 'selector'],
    ['brings in text', '.amount::after { content: "€ 1,00" }', 'selector'],
    ['brings in text without a pseudo-element', '.amount { content: "€ 1,00" }', 'property'],
    ['hides', '.amount { display: none }', 'property'],
    ['hides in another way', '.amount { opacity: 0 }', 'property'],
    ['covers', 'footer { position: fixed }', 'property'],
    ['moves', 'footer { transform: translateY(-400px) }', 'property'],
    ['pulls over something else', 'footer { margin-top: -400px }', 'value'],
    ['pushes out of sight', 'header { padding-top: 9999px }', 'value'],
    ['reckons a length', 'header { padding-top: calc(100vh + 1px) }', 'value'],
    ['shrinks a text to nothing', '.amount { font-size: 0 }', 'value'],
    ['shrinks a text step by step', '.amount { font-size: .8em }', 'value'],
    ['takes a text its colour', '.amount { color: transparent }', 'value'],
    ['takes a text its colour by alpha', '.amount { color: #12345600 }', 'value'],
    ['strikes an amount out', '.amount { text-decoration: underline line-through }', 'value'],
    ['sets figures in a font of pictures', '.amount { font-family: Wingdings }', 'value'],
    ['insists', 'h1 { color: red !important }', 'important'],
    ['sets a variable of the page', 'h1 { --button: #ffffff }', 'property'],
    ['runs what old browsers run', 'h1 { width: expression(alert(1)) }', 'property'],
    ['binds what old browsers bind', 'h1 { behavior: url(x.htc) }', 'property'],
    ['nests', 'h1 { & b { color: red } }', 'nested'],
  ])('leaves out what %s', (_what, hostile, reason) => {
    const { css, problems } = checkCss(`${hostile} p { color: #333333 }`)
    expect(problems.map((each) => each.reason)).toContain(reason)
    expect(css).toContain('#page p { color: #333333 }')
    expect(css).not.toMatch(
      /evil|content|display|opacity|position|transform|-400|9999|calc|import|layer|Wingdings|--|!/,
    )
  })

  it.each([
    '</style><script>',
    'h1 { color: red',
    '} body { color: red }',
    'a{}}}}',
    '@',
    '\\',
    'p{color:red;;;}}{',
    '<!-- p{} -->',
  ])('cannot be broken out of by %s', (broken) => {
    const { css } = checkCss(broken)
    expect(css).not.toMatch(/[<>]|body/)
    expect(css.split('{').length).toBe(css.split('}').length)
    // A second check of the allowed CSS gives the same CSS.
    expect(checkCss(css.replaceAll('#page ', '')).css).toBe(css)
  })

  it('are told of with their line', () => {
    expect(checkCss('h1 { color: red }\n\np {\n  z-index: 3;\n}').problems).toEqual([
      { line: 4, reason: 'property', part: 'z-index:3' },
    ])
    expect(reasons('h1 { color }')).toEqual(['syntax'])
  })

  it('take no time, however they are written', async () => {
    const hostile = ['{'.repeat(20_000), '('.repeat(20_000), 'a '.repeat(10_000), ':is('.repeat(5_000)]
    expect(await cpuTimeOf(() => hostile.map((css) => checkCss(css)))).toBeLessThan(2_000)
  })
})

describe('the sheet of a design', () => {
  it('says its colours outside of every layer, and its rules in the last of the page', () => {
    const sheet = designStylesheet({
      button_color: '#00ff00',
      button_text_color: '#000000',
      css: 'h1 { color: #333333 }',
    })
    expect(sheet).toContain('--button: #00ff00;')
    expect(sheet).toMatch(/^@layer page, design;/)
    expect(sheet).toMatch(/@layer design {\n#page h1 { color: #333333 }\n}/)
  })

  it('never writes an amount or a button in a colour that nobody can read', () => {
    const sheet = designStylesheet({
      header_color: '#ffffff',
      header_text_color: '#fefefe',
      button_color: '#102030',
      button_text_color: '#112233',
    })
    expect(sheet).toContain('--on-header: #000000;')
    expect(sheet).toContain('--on-button: #ffffff;')
  })

  it('keeps the address of a picture inside of its quotes', () => {
    const sheet = designStylesheet({ background_image_url: 'https://a.example/x?a=\\"); } body { color: red } /*' })
    expect(sheet.match(/url\("[^"]*"\)/)?.[0]).toBe(
      'url("https://a.example/x?a=\\5c %22);%20}%20body%20{%20color:%20red%20}%20/*")',
    )
  })
})
