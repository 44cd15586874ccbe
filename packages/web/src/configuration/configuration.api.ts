import type {
  Configuration,
  Country,
  LandingPagesCategory,
  QueueName,
  RemoteAddress,
} from '@partnerdesk/contracts';
import { api } from '../api/api';
import { flag, listOf, number, optional, record, type Shape, text, word } from '../api/shapes';

const isConfiguration: Shape<Configuration> = record<Configuration>({
  productName: text,
  version: text,
  assetsUri: text,
  imagesRootFolder: text,
  membersAssetsFolder: text,
  operatorsAssetsFolder: text,
  contentUri: text,
  googleCaptchaKey: text,
  landingPagesCategories: listOf(
    record<LandingPagesCategory>({
      name: text,
      pages: listOf(record<LandingPagesCategory['pages'][number]>({ lp: text, title: text })),
    }),
  ),
  videosRootFolder: text,
  countries: listOf(record<Country>({ countryID: number, name: text })),
  businessTimezone: text,
  today: text,
  publicUrl: text,
  payrollApproval: word,
  payrollConfirmOver: number,
  reviewNeedsClearView: listOf<QueueName>(word),
  remotes: listOf(
    record<RemoteAddress>({
      name: word,
      manifest: text,
      version: optional(text),
      entry: optional(record<NonNullable<RemoteAddress['entry']>>({ file: text, integrity: text })),
    }),
  ),
  traced: optional(flag),
  outboxUrl: optional(text),
});

const configurationApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConfiguration: build.query<Configuration, void>({
      query: () => 'configuration',
      extraOptions: { quiet: true, expects: isConfiguration },
    }),
  }),
});

export const { getConfiguration } = configurationApi.endpoints;
