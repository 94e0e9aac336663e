/** Pictures of a race that were kept with its event. */

/** POST /events/takePicture?eventId={id}: a form with one `file` */
export interface TakePictureAnswer {
  PictureId: number;
}

/** GET /events/pictures/{id}, newest first. The picture itself: GET /events/pictures/{id}/{PictureId}. */
export interface PictureRow {
  PictureId: number;
  TakenAt: string;
  TakenBy: { Id: number; Name: string };
}
