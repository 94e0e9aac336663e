import { lazy, Suspense, type ReactElement } from 'react';
import { MAILED_PAGES } from '@flagpost/contracts';
import { BrowserRouter, Navigate, Route, Routes, useParams } from 'react-router-dom';
import { GALLERY_PATHS, PATHS } from '../shared/paths.js';
import '../shared/pop-gate.js';
import { TEXTS } from '../shared/texts/common.js';
import { SessionGate } from './session-gate.js';

/** Loaded when they are shown, so that login loads only its own screen. */
const Shell = lazy(async () => ({ default: (await import('./shell/shell.js')).Shell }));
const Guard = lazy(async () => ({ default: (await import('./guard.js')).Guard }));
const RaceState = lazy(async () => ({ default: (await import('./race-state.js')).RaceState }));
const NotFound = lazy(async () => ({ default: (await import('./shell/not-found.js')).NotFound }));
const GalleryPage = lazy(async () => ({ default: (await import('./gallery/gallery-page.js')).GalleryPage }));
const RecoveryLinkPage = lazy(async () => ({
  default: (await import('../features/identity/recovery-link-page.js')).RecoveryLinkPage,
}));
const TakeBackPage = lazy(async () => ({
  default: (await import('../features/identity/take-back-page.js')).TakeBackPage,
}));
const NewAddressPage = lazy(async () => ({
  default: (await import('../features/identity/new-address-page.js')).NewAddressPage,
}));
const PersonalDetailsPage = lazy(async () => ({
  default: (await import('../features/identity/personal-details-page.js')).PersonalDetailsPage,
}));
const InstitutionsPage = lazy(async () => ({
  default: (await import('../features/institutions/institutions-page.js')).InstitutionsPage,
}));
const InstitutionPage = lazy(async () => ({
  default: (await import('../features/institutions/institution-page.js')).InstitutionPage,
}));
const LicensingPage = lazy(async () => ({
  default: (await import('../features/institutions/licensing-page.js')).LicensingPage,
}));
const EventsPage = lazy(async () => ({
  default: (await import('../features/events/events-page.js')).EventsPage,
}));
const CompetitorsPage = lazy(async () => ({
  default: (await import('../features/competitors/competitors-page.js')).CompetitorsPage,
}));
const CategoriesPage = lazy(async () => ({
  default: (await import('../features/competitors/categories-page.js')).CategoriesPage,
}));
const CircuitsPage = lazy(async () => ({
  default: (await import('../features/venues/circuits-page.js')).CircuitsPage,
}));
const TracksPage = lazy(async () => ({
  default: (await import('../features/venues/tracks-page.js')).TracksPage,
}));
const TrackEditorPage = lazy(async () => ({
  default: (await import('../features/track-editor/track-editor-page.js')).TrackEditorPage,
}));
const SectorsPage = lazy(async () => ({
  default: (await import('../features/sectors/sectors-page.js')).SectorsPage,
}));
const EventPage = lazy(async () => ({
  default: (await import('../features/events/event-page.js')).EventPage,
}));
const AuditPage = lazy(async () => ({
  default: (await import('../features/audit/audit-page.js')).AuditPage,
}));
const AuditEventPage = lazy(async () => ({
  default: (await import('../features/audit/audit-event-page.js')).AuditEventPage,
}));
const AsItWasPage = lazy(async () => ({
  default: (await import('../features/audit/as-it-was-page.js')).AsItWasPage,
}));
const HistoryPage = lazy(async () => ({
  default: (await import('../features/history/history-page.js')).HistoryPage,
}));
const CheckPage = lazy(async () => ({
  default: (await import('../features/check/check-page.js')).CheckPage,
}));
const CodesPage = lazy(async () => ({
  default: (await import('../features/check/codes-page.js')).CodesPage,
}));
const LiveMapPage = lazy(async () => ({
  default: (await import('../features/race-control/live-map-page.js')).LiveMapPage,
}));

/** An id in an address is a positive number; anything else is no address of ours. */
const ById = ({ show }: { show: (id: number) => ReactElement }): ReactElement => {
  const id = Number(useParams()['id']);
  return Number.isInteger(id) && id > 0 ? show(id) : <NotFound />;
};

/** The same for a page that shows a race. */
const RaceById = ({ show }: { show: (id: number) => ReactElement }): ReactElement => (
  <ById show={(id) => <RaceState>{show(id)}</RaceState>} />
);

/** A page that a mail links to is shown whether somebody is logged in or not. */
const Mailed = ({ page }: { page: ReactElement }): ReactElement => (
  <Suspense fallback={<p role="status">{TEXTS.loading}</p>}>{page}</Suspense>
);

export const Screens = (): ReactElement => (
  <Routes>
    <Route path={MAILED_PAGES.recovery} element={<Mailed page={<RecoveryLinkPage />} />} />
    <Route path={MAILED_PAGES.takeBack} element={<Mailed page={<TakeBackPage />} />} />
    <Route path={MAILED_PAGES.newAddress} element={<Mailed page={<NewAddressPage />} />} />
    <Route element={<SessionGate />}>
      <Route path={PATHS.login} element={<Navigate to={PATHS.home} replace />} />
      <Route element={<Shell />}>
        <Route element={<Guard action="events.read" />}>
          <Route path={PATHS.home} element={<EventsPage />} />
          <Route path={`${PATHS.events}/:message?`} element={<EventsPage />} />
          <Route
            path={PATHS.event(':id')}
            element={<ById show={(id) => <EventPage key={id} eventId={id} />} />}
          />
        </Route>
        <Route element={<Guard action="competitors.read" />}>
          <Route
            path={PATHS.competitors(':id', ':isPast', ':licenseId')}
            element={<ById show={(id) => <CompetitorsPage key={id} eventId={id} />} />}
          />
        </Route>
        <Route element={<Guard action="race.watch" />}>
          <Route
            path={PATHS.liveMap(':id')}
            element={<RaceById show={(id) => <LiveMapPage key={id} eventId={id} />} />}
          />
        </Route>
        <Route element={<Guard action="check.read" />}>
          <Route
            path={PATHS.check(':id')}
            element={<ById show={(id) => <CheckPage key={id} eventId={id} />} />}
          />
          <Route
            path={PATHS.checkCodes(':id')}
            element={<ById show={(id) => <CodesPage key={id} eventId={id} />} />}
          />
        </Route>
        <Route element={<Guard action="history.read" />}>
          <Route
            path={PATHS.history(':id')}
            element={<RaceById show={(id) => <HistoryPage key={id} eventId={id} />} />}
          />
        </Route>
        <Route element={<Guard action="account.change" />}>
          <Route path={PATHS.personalDetails} element={<PersonalDetailsPage />} />
        </Route>
        <Route element={<Guard action="clubs.manage" />}>
          <Route path={`${PATHS.institutions}/:message?`} element={<InstitutionsPage />} />
        </Route>
        <Route element={<Guard action="clubs.read" />}>
          <Route
            path={PATHS.institution(':id')}
            element={<ById show={(id) => <InstitutionPage key={id} clubId={id} />} />}
          />
        </Route>
        <Route element={<Guard action="licences.manage" />}>
          <Route path={PATHS.licensing} element={<LicensingPage />} />
        </Route>
        <Route element={<Guard action="audit.read" />}>
          <Route path={PATHS.audit} element={<AuditPage />} />
          <Route path={PATHS.asItWas} element={<AsItWasPage />} />
          <Route
            path={PATHS.auditEvent(':id')}
            element={<ById show={(id) => <AuditEventPage key={id} number={id} />} />}
          />
        </Route>
        <Route element={<Guard action="categories.edit" />}>
          <Route
            path={PATHS.categories(':id')}
            element={<ById show={(id) => <CategoriesPage key={id} clubId={id} />} />}
          />
        </Route>
        <Route element={<Guard action="circuits.read" />}>
          <Route path={PATHS.circuits} element={<CircuitsPage />} />
        </Route>
        <Route element={<Guard action="events.read" />}>
          <Route path={PATHS.tracks} element={<TracksPage />} />
          {[PATHS.drawing(':id'), PATHS.mapTrack(':id')].map((path) => (
            <Route
              key={path}
              path={path}
              element={<ById show={(id) => <TrackEditorPage key={id} eventId={id} />} />}
            />
          ))}
        </Route>
        <Route element={<Guard action="route.edit" />}>
          <Route
            path={PATHS.sectors(':id')}
            element={<ById show={(id) => <SectorsPage key={id} trackId={id} />} />}
          />
        </Route>
        {GALLERY_PATHS.map((path) => (
          <Route key={path} path={path} element={<GalleryPage />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Route>
  </Routes>
);

export const Router = (): ReactElement => (
  <BrowserRouter>
    <Screens />
  </BrowserRouter>
);
