<?php
// The site's API over PostgreSQL in the shape of a framework: a router, controllers, resources that cast fields, a validator (422), "404 Not
// Found" as JSON, unescaped Unicode, tags encoded once by the column and once by the cast, a paginator for the blogs, and a throttle.
// Run by: php -S 127.0.0.1:PORT postgres.php, with DSN, DB_USER and IMAGES in the environment.

declare(strict_types=1);

final class HttpException extends Exception
{
    public function __construct(public int $status, string $message, public array $headers = [])
    {
        parent::__construct($message);
    }
}

final class Database
{
    private PDO $pdo;

    public function __construct()
    {
        $this->pdo = new PDO((string) getenv('DSN'), (string) getenv('DB_USER'), null, [
            PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
            PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC,
        ]);
    }

    public function select(string $table, array $where = []): array
    {
        $condition = implode(' and ', array_map(fn ($column) => "\"$column\" = ?", array_keys($where))) ?: 'true';
        $query = $this->pdo->prepare("select * from \"$table\" where $condition order by id");
        $query->execute(array_map(fn ($value) => is_bool($value) ? (int) $value : $value, array_values($where)));
        return $query->fetchAll();
    }

    public function firstOrFail(string $table, array $where): array
    {
        return $this->select($table, $where)[0] ?? throw new HttpException(404, "No query results for model [$table].");
    }

    /** Counts the requests of this second, for the throttle. */
    public function hit(): int
    {
        $this->pdo->exec('create table if not exists hits (second bigint primary key, hits int)');
        $query = $this->pdo->prepare('insert into hits values (?, 1) on conflict (second) do update set hits = hits.hits + 1 returning hits');
        $query->execute([time()]);
        return (int) $query->fetchColumn();
    }
}

final class Resource
{
    public static function make(array $row): array
    {
        unset($row['created_at']);
        // The column holds JSON and the cast encodes it again, so that the client gets a JSON text of a JSON text.
        if (isset($row['tags'])) $row['tags'] = json_encode($row['tags']);
        return $row;
    }

    public static function collection(array $rows): array
    {
        return array_map(self::make(...), $rows);
    }
}

final class ContentController
{
    public function __construct(private Database $db)
    {
    }

    public function home(): array
    {
        $lists = [];
        foreach (['courses', 'courses_categories', 'news', 'blogs', 'events', 'team'] as $table) {
            $lists[$table] = Resource::collection($this->db->select($table));
        }
        return ['data' => [$lists + ['goals' => Resource::make($this->db->select('goals')[0])]]];
    }

    public function byCategory(array $input): array
    {
        $slug = $input['slug'] ?? null;
        if ($slug === null || $slug === '') {
            return ['data' => ['courses' => Resource::collection($this->db->select('courses')), 'category' => null]];
        }
        $category = $this->db->firstOrFail('courses_categories', ['slug' => $this->text($input, 'slug')]);
        $courses = $this->db->select('courses', ['category' => $slug]);
        return ['data' => ['courses' => Resource::collection($courses), 'category' => Resource::make($category)]];
    }

    public function show(string $table, array $input): array
    {
        $where = isset($input['id']) && is_int($input['id']) ? ['id' => $input['id']] : ['slug' => $this->text($input, 'slug')];
        return ['data' => Resource::make($this->db->firstOrFail($table, $where))];
    }

    public function blogs(): array
    {
        $items = Resource::collection($this->db->select('blogs'));
        $page = ['current_page' => 1, 'data' => $items, 'from' => 1, 'last_page' => 1, 'per_page' => 100, 'to' => count($items), 'total' => count($items)];
        return ['data' => $page];
    }

    public function events(array $input): array
    {
        $type = $this->text($input, 'event_type');
        if (!in_array($type, ['free_workshop', 'competitions_programming'], true)) throw new HttpException(422, 'The selected event type is invalid.');
        return ['data' => Resource::collection($this->db->select('events', ['event_type' => $type]))];
    }

    public function news(array $input): array
    {
        $flag = filter_var($input['ugarit_news'] ?? null, FILTER_VALIDATE_BOOLEAN, FILTER_NULL_ON_FAILURE);
        if (!array_key_exists('ugarit_news', $input) || $flag === null) throw new HttpException(422, 'The ugarit news field must be true or false.');
        return ['data' => Resource::collection($this->db->select('news', ['ugarit_news' => $flag]))];
    }

    private function text(array $input, string $field): string
    {
        $value = $input[$field] ?? null;
        if (!is_string($value) || $value === '') throw new HttpException(422, "The $field field is required.");
        return $value;
    }
}

function send(mixed $body, int $status = 200, array $headers = []): void
{
    http_response_code($status);
    foreach ($headers as $name => $value) header("$name: $value");
    header('Content-Type: application/json; charset=UTF-8');
    echo json_encode($body, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
}

header('Access-Control-Allow-Origin: *');
header('Access-Control-Allow-Headers: content-type, x-requested-with');
header('Access-Control-Allow-Methods: GET, POST, OPTIONS');
if ($_SERVER['REQUEST_METHOD'] === 'OPTIONS') {
    http_response_code(204);
    return;
}

$path = (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (str_starts_with($path, '/images/')) {
    $file = getenv('IMAGES') . '/' . basename(rawurldecode($path));
    if (!is_file($file)) return send(['message' => 'Not Found'], 404);
    header('Content-Type: ' . mime_content_type($file));
    readfile($file);
    return;
}

try {
    $db = new Database();
    $limit = (int) (getenv('THROTTLE') ?: 40);
    if ($db->hit() > $limit) throw new HttpException(429, 'Too Many Attempts.', ['Retry-After' => '1']);
    $raw = (string) file_get_contents('php://input');
    $isJson = str_contains($_SERVER['CONTENT_TYPE'] ?? '', 'json');
    $input = $isJson ? json_decode($raw, true) : $_POST;
    if ($isJson && $raw !== '' && !is_array($input)) throw new HttpException(400, 'Malformed JSON.');
    $controller = new ContentController($db);
    $routes = [
        'GET /api/get-data' => fn () => $controller->home(),
        'POST /api/get-courses-by-category' => fn ($input) => $controller->byCategory($input),
        'POST /api/get-courses-by-id' => fn ($input) => $controller->show('courses', $input),
        'POST /api/get-course' => fn ($input) => $controller->show('courses', $input),
        'GET /api/get-blogs' => fn () => $controller->blogs(),
        'POST /api/get-blog' => fn ($input) => $controller->show('blogs', $input),
        'POST /api/get-blog-by-id' => fn ($input) => $controller->show('blogs', $input),
        'POST /api/get-events' => fn ($input) => $controller->events($input),
        'POST /api/get-event' => fn ($input) => $controller->show('events', $input),
        'POST /api/get-news' => fn ($input) => $controller->news($input),
        'POST /api/get-next-new' => fn ($input) => $controller->show('news', $input),
    ];
    $route = $routes[$_SERVER['REQUEST_METHOD'] . ' ' . $path] ?? throw new HttpException(404, 'The route could not be found.');
    send($route($input ?? []));
} catch (HttpException $error) {
    send(['message' => $error->getMessage()], $error->status, $error->headers);
} catch (Throwable $error) {
    error_log((string) $error);
    send(['message' => 'Server Error'], 500);
}
