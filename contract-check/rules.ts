import { type FormatId, legacyFormats } from '#contract/legacy-formats'
import type { Severity } from './package/index'

type Rule = { severity: Severity; title: string }

const error = (title: string): Rule => ({ severity: 'error', title })
const warning = (title: string): Rule => ({ severity: 'warning', title })

/** Rules by id. Ids never change, because baselines, configurations and links contain them. `package/RULES.md` lists the rules. */
const own = {
  'answer.status': error('A call that must succeed answers with status 200'),
  'answer.success': warning('A call that succeeds answers with status 200, not with 201'),
  'answer.json': error('An answer is JSON in UTF-8'),
  'answer.content-type': error('An answer has the content type application/json'),
  'answer.charset': warning('An answer names the charset UTF-8, or none'),
  'answer.envelope': error('An answer is an object with the member "data"'),
  'answer.missing': error('A required field is there'),
  'answer.type': error('A field has its type'),
  'answer.value': error('A value keeps to its pattern, choice or bounds'),
  'text.letters': warning('A text is well-formed Unicode and has lost no letter'),
  'list.empty': error('A list holds the items that homeData has'),
  'list.item-missing': error('A list lacks no item that homeData has'),
  'list.item-unknown': error('A list holds only items that homeData has'),
  'list.item-misplaced': error('A list holds only items of the category, type or flag asked for'),
  'list.duplicate': error('Slugs and ids are unique in their list'),
  'list.category': error('A list of courses comes with the category asked for, or null'),
  'item.other': error('A single item is the one asked for'),
  'item.differs': error('An item has the same fields wherever it is answered'),
  'item.unknown-category': error("A course's category exists"),
  'refusal.failure': error('An unknown slug or id is refused with status 404 or 410, or 400 or 422 in JSON'),
  'refusal.bad-payload': warning(
    'A payload that no page sends is refused with a status of 400 to 499, not 500 or more',
  ),
  'refusal.unknown-slug': warning('An unknown slug gets no item'),
  'refusal.no-slug': warning('A payload without a slug gets no item'),
  'refusal.empty-slug': warning('An empty slug gets no item'),
  'refusal.wrong-type': warning('A value of the wrong type gets no item'),
  'refusal.malformed': warning('A payload that is no JSON gets no item'),
  'refusal.unknown-id': warning('An unknown id gets no item'),
  'refusal.unknown-type': warning('An unknown event type gets no item'),
  'refusal.no-type': warning('A payload without an event type gets no item'),
  'refusal.no-flag': warning('A payload without the news flag gets no item'),
  'body.element': warning('HTML holds only elements that pages show'),
  'body.attribute': warning('HTML holds only attributes that pages keep'),
  'body.link': warning('HTML links by http(s), mailto, tel or within the site'),
  'body.picture': warning('HTML shows only pictures of the image base'),
  'picture.missing': error('A picture that the content names is there'),
  'picture.none': warning('An item names a picture'),
  'picture.size': warning('A picture has at most 1,000,000 bytes'),
  'picture.format': warning('A picture is a complete file in the format that its name says'),
  'picture.foreign': warning('A picture is on the image base or the host of the API'),
  'cors.origin': warning('An answer allows pages of another origin to read it'),
  'cors.preflight': warning('A preflight (OPTIONS) succeeds and allows the header content-type'),
  'cors.error': warning('An error allows pages of another origin to read it'),
  'cors.vary': warning('An answer that allows some origins only has Vary: Origin'),
  'cors.picture': warning('A picture allows pages of another origin to show it'),
  'cors.http': warning('An API that pages of https call has an address of https'),
} satisfies Record<string, Rule>

export type RuleId = keyof typeof own | `format.${FormatId}`

const ofFormats = Object.entries(legacyFormats).map(([id, { name }]) => {
  return [`format.${id}`, warning(`A value has the format of the contract, not ${name}`)]
})

export const rules = { ...own, ...Object.fromEntries(ofFormats) } as Record<RuleId, Rule>

/** The id of a rule, which earlier versions of the check called by another one. */
export function currentId(id: string): string {
  return id.replace(/^habit\./, 'format.')
}
