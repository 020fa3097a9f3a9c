<?php
// The site's API in one file over SQLite, as a school's web developer writes it: every column goes out as it is stored (null, "0000-00-00",
// decimals and flags as text), array_filter() keeps the keys of a list, and a missing item is 200 with null.
// Run by: php -S 127.0.0.1:PORT sqlite.php, with DSN and IMAGES in the environment.

header('Access-Control-Allow-Origin: *');
header('Access-Control-Allow-Headers: Content-Type');
if ($_SERVER['REQUEST_METHOD'] === 'OPTIONS') exit;

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (str_starts_with($path, '/images/')) {
    $file = getenv('IMAGES') . '/' . basename(rawurldecode($path));
    if (!is_file($file)) {
        http_response_code(404);
        exit('Not found');
    }
    header('Content-Type: ' . mime_content_type($file));
    readfile($file);
    exit;
}

$pdo = new PDO(getenv('DSN'), null, null, [PDO::ATTR_STRINGIFY_FETCHES => true, PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC]);
$input = json_decode(file_get_contents('php://input'), true) ?? $_POST;

function all($table)
{
    global $pdo;
    return $pdo->query("select * from $table order by id")->fetchAll();
}

function find($table, $column, $value)
{
    global $pdo;
    $query = $pdo->prepare("select * from $table where $column = ?");
    $query->execute([is_scalar($value) ? $value : null]);
    return $query->fetch() ?: null;
}

function answer($data, $status = 200)
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode(['data' => $data]);
    exit;
}

switch ($path) {
    case '/api/get-data':
        answer([[
            'courses' => all('courses'),
            'courses_categories' => all('courses_categories'),
            'goals' => all('goals')[0],
            'news' => all('news'),
            'blogs' => all('blogs'),
            'events' => all('events'),
            'team' => all('team'),
        ]]);
    case '/api/get-courses-by-category':
        $slug = $input['slug'] ?? '';
        $category = $slug ? find('courses_categories', 'slug', $slug) : null;
        $courses = array_filter(all('courses'), fn ($course) => !$slug || $course['category'] === $slug);
        answer(['courses' => $courses, 'category' => $category]);
    case '/api/get-courses-by-id':
        answer(isset($input['id']) ? find('courses', 'id', $input['id']) : find('courses', 'slug', $input['slug'] ?? null));
    case '/api/get-course':
        answer(find('courses', 'slug', $input['slug'] ?? null));
    case '/api/get-blogs':
        answer(all('blogs'));
    case '/api/get-blog':
        answer(find('blogs', 'slug', $input['slug'] ?? null));
    case '/api/get-blog-by-id':
        answer(isset($input['id']) ? find('blogs', 'id', $input['id']) : find('blogs', 'slug', $input['slug'] ?? null));
    case '/api/get-events':
        answer(array_filter(all('events'), fn ($event) => $event['event_type'] === ($input['event_type'] ?? '')));
    case '/api/get-event':
        answer(find('events', 'slug', $input['slug'] ?? null));
    case '/api/get-news':
        $flag = empty($input['ugarit_news']) || $input['ugarit_news'] === 'false' ? '0' : '1';
        answer(array_filter(all('news'), fn ($news) => $news['ugarit_news'] === $flag));
    case '/api/get-next-new':
        answer(find('news', 'slug', $input['slug'] ?? null));
}
http_response_code(404);
echo 'Not found';
