// The program around a canonicalizer: prints the form of the puzzle in each line of a file, and the
// seconds to standard error.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

// Writes the form of 81 cells, all of them '0' to '9'.
static void canonical(const char *cells, char *form);

int main(int argc, char **argv) {
    std::ifstream file(argc > 1 ? argv[1] : "");
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        if (line.size() < 81) continue;
        line.resize(81);
        for (char &cell : line)
            if (cell < '1' || cell > '9') cell = '0';
        lines.push_back(line);
    }
    std::vector<char> forms(82 * lines.size());
    auto begun = std::chrono::steady_clock::now();
    for (size_t i = 0; i < lines.size(); i++) canonical(lines[i].c_str(), &forms[82 * i]);
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begun;
    for (size_t i = 0; i < lines.size(); i++) {
        for (int cell = 0; cell < 81; cell++)
            if (forms[82 * i + cell] == '.') forms[82 * i + cell] = '0';
        puts(&forms[82 * i]);
    }
    fprintf(stderr, "%.6f\n", seconds.count());
}
